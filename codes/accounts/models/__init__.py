from .account import Account
from .role import Role

__all__ = ["Account", "Role"]
