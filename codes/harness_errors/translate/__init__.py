"""From the signal of a real system to a harness error object: the draft's Tables 5, 7 and 8, and the crosswalk."""

from .raw import translate_raw
from .received import FACTS, Received
from .signal import translate
from .translation import HOWS, Alternative, Translation

__all__ = ["FACTS", "HOWS", "Alternative", "Received", "Translation", "translate", "translate_raw"]
