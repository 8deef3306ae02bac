"""What somebody may have in hand when they look for a code, and the entries it leads to.

A wrong answer here sends somebody into a retry storm. So a row of the crosswalk is given whole, with its condition, its
fit and what to send beside the code, and only what can mean one thing alone is ever `certain`.
"""

from .hit import KINDS, Hit, certain
from .look_up import look_up
from .plain_names import TOO_LITTLE, is_anybodys, says_too_little
from .type_uris import near_type_uri

__all__ = ["KINDS", "TOO_LITTLE", "Hit", "certain", "is_anybodys", "look_up", "near_type_uri", "says_too_little"]
