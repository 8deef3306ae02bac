from .account import Account
from .role import Role
from .token import Token

__all__ = ["Account", "Role", "Token"]
