"""What looks like a credential: one table for the inspector, which tells, and for redaction, which cuts it out.

Each pattern comes with fragments of which one must be in the text, in lower case, before the pattern is tried: most
texts hold none, and looking for fragments is cheap. Repetition is bounded throughout, so no text takes long.
"""

import re
from collections.abc import Iterator

_LETTER = r"[A-Za-z0-9_-]"
_NAMES = (
    r"passwords?|passwd|pwd|secret(?:[_-]?(?:access[_-]?)?key)?|client[_-]secret|(?:access|auth|refresh)?[_-]?token"
    r"|(?:api|private|account|shared)[_-]?key|authorization"
)
_SCHEME = r"(?:(?:basic|bearer|digest|token)[ ]{1,3})?"

_PATTERNS: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("private key",),
        r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[^-]{0,8000}-----END [A-Z ]{0,30}PRIVATE KEY-----)?",
    ),
    (("sk-", "pk-", "rk-"), rf"(?<![\w-])[spr]k-{_LETTER}{{16,400}}"),
    (("sk_live", "sk_test", "rk_live"), r"(?<!\w)[sr]k_(?:live|test)_[A-Za-z0-9]{10,200}"),
    (("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"), r"(?<!\w)(?:gh[pousr]|github_pat)_\w{20,255}"),
    (("glpat-",), rf"(?<!\w)glpat-{_LETTER}{{16,200}}"),
    (("xox",), r"(?<!\w)xox[abeoprs]-[A-Za-z0-9-]{10,250}"),
    (("akia", "asia"), r"(?<![A-Za-z0-9])A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])"),
    (("aiza",), rf"(?<!\w)AIza{_LETTER}{{35}}"),
    (("hf_", "gsk_", "npm_", "pypi-"), rf"(?<!\w)(?:hf_|gsk_|npm_|pypi-){_LETTER}{{20,400}}"),
    (("sg.",), rf"(?<![\w.])SG\.{_LETTER}{{16,100}}\.{_LETTER}{{16,200}}"),
    (("sig=",), r"(?<=[?&])sig=[A-Za-z0-9%+/=_-]{16,400}"),
    (
        ("cookie",),
        r"(?i)(?<![\w-])(?:set-)?cookie[\"']?:[ ]{0,3}[\"']?(?:[^\s=;,\"']{1,100}=[^\s;,\"']{0,4000}(?:;[ ])?){1,50}",
    ),
    (("eyj",), rf"(?<![\w-])eyJ{_LETTER}{{8,4000}}\.{_LETTER}{{8,4000}}\.{_LETTER}{{0,4000}}"),
    (
        ("bearer", "basic"),
        r"\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC)[ ]+(?=[^\s\d]{0,200}\d)[A-Za-z0-9._~+/-]{12,4000}={0,2}",
    ),
    (("://",), r"(?<=://)[^/\s:@]{1,64}:[^/\s:@]{1,128}(?=@)"),
    (
        ("passw", "pwd", "secret", "token", "key", "authorization"),
        rf"(?i)(?<![A-Za-z0-9])(?:{_NAMES})[\"']?[ ]{{0,3}}[:=][ ]{{0,3}}[\"']?{_SCHEME}[^\s\"',;&{{}}]{{6,4000}}",
    ),
)
_COMPILED = tuple((hints, re.compile(pattern)) for hints, pattern in _PATTERNS)
_SECRET_NAME = re.compile(rf"(?i)(?:.{{0,40}}[_-])?(?:{_NAMES}|cookies?)")


def may_hold(lowered: str) -> bool:
    """Whether `find` can find anything in a text, which is given in lower case."""
    return any(hint in lowered for hints, _ in _COMPILED for hint in hints)


def find(text: str) -> Iterator[re.Match[str]]:
    """Each place in `text` that looks like a credential."""
    if len(text) < 8:
        return
    lowered = text.lower()
    for hints, pattern in _COMPILED:
        if any(hint in lowered for hint in hints):
            yield from pattern.finditer(text)


def is_secret_name(name: str) -> bool:
    """Whether a member of this name holds a credential, whatever it looks like."""
    return len(name) < 80 and _SECRET_NAME.fullmatch(name) is not None


def without(text: str, replacement: str = "[removed]") -> str:
    """`text` with each of these places replaced."""
    for match in list(find(text)):
        text = text.replace(match[0], replacement)
    return text
