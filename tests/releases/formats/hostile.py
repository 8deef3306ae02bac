"""Registries that try every format: with a deprecated code, and with words that mean something to somebody."""

from dataclasses import replace

from codes.harness_errors.document import Registry
from codes.harness_errors.entries import CodeEntry, Deprecation, Reference, Stamp

# Quotes, separators, line ends, markup, ends of comments and of strings, formulas, orders to tools, other directions.
HOSTILE = (
    "=1+1, \"two\"; 'three'\r\nfour\n\n# five | six\t<b>&amp;</b> `seven` */ /* \"\"\" ''' \\ \\n ${x} {@link y}"
    " @deprecated // type: ignore # noqa ]]> <!-- --> [a](b) **c** ~~d~~ +-@ \u202eabc\u202c \u05e9\u05dc\u05d5\u05dd"
    " \u0645\u0631\u062d\u0628\u0627 \U0001f600 e\u0301 \u2028 \u00a0 \x1b[31m \ufeff &copy; %41"
)
FORMULAS = ("=1+1", "+1", "-1", "@sum", "\t=1", "\n+1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20sum")

SUCCESSORS = {
    "tool.timeout": ("loop.timeout", "tool.execution_failed"),
    "output.malformed": ("output.empty",),
    "output.empty": (),
}


def change(registry: Registry, code: str, **fields: object) -> Registry:
    """`registry` with the fields of one code replaced."""
    codes = tuple(replace(entry, **fields) if entry.code == code else entry for entry in registry.codes)  # type: ignore[arg-type]
    return replace(registry, codes=codes)


def deprecated(registry: Registry, reason: str = "It was a mistake.") -> Registry:
    """With three deprecated codes, in favour of two others, of one and of none."""
    for code, successors in SUCCESSORS.items():
        entry = registry.code(code)
        assert entry
        kept = replace(
            entry.administrative,
            status="deprecated",
            superseded_by=successors,
            deprecation=Deprecation(reason=reason, note=None if successors else reason, version="1.1.0"),
            updated=Stamp(date="2027-01-31", version="1.1.0"),
        )
        registry = change(registry, code, administrative=kept)
    return replace(registry, version="1.1.0", published="2027-01-31T00:00:00Z")


def few(registry: Registry) -> Registry:
    """Only what `deprecated` and `hostile` need, for many examples."""
    codes = {*SUCCESSORS, *(code for successors in SUCCESSORS.values() for code in successors)}
    return replace(
        registry,
        codes=tuple(entry for entry in registry.codes if entry.code in codes),
        categories=registry.categories[:1],
    )


def hostile(registry: Registry, text: str = HOSTILE) -> Registry:
    """With `text` wherever a registrant writes: in every code and category, and in what a deprecation says."""
    reference = (Reference(text, "https://www.rfc-editor.org/rfc/rfc9457.html", text), Reference(text, odd_url(), None))
    return replace(
        deprecated(registry, reason=text),
        codes=tuple(_hostile(entry, text, reference) for entry in deprecated(registry, reason=text).codes),
        categories=tuple(replace(each, description=text, reference=reference) for each in registry.categories),
    )


def odd_url() -> str:
    """What the rows allow: no white space, angle bracket or double quote."""
    return "https://example.org/a|b?c=(d)&copy;=%41`'\\e#f" + "-long" * 30


def _hostile(entry: CodeEntry, text: str, reference: tuple[Reference, ...]) -> CodeEntry:
    return replace(
        entry,
        title=text,
        description=text,
        reference=reference,
        administrative=replace(entry.administrative, change_controller=text),
        informative=replace(entry.informative, owner=text, side_effect_warning=text),
    )


def odd_codes(registry: Registry) -> Registry:
    """With codes whose constants are no identifiers or are taken, and the longest code there can be."""
    model = registry.codes[0]
    added = [
        replace(model, code=f"{category}.{name}", category=category, name=name)
        for category, name in (
            ("3d", "mesh"),
            ("registry", "version"),
            ("registry", "sha256"),
            ("_", "_"),
            ("a" * 64, "b" * 64),
        )
    ]
    return replace(registry, codes=tuple(sorted((*registry.codes, *added), key=lambda entry: entry.code)))


# One word for each code: alone at the beginning and the end of a line, where it may mean something.
WORDS = (
    "*/ export const evil = 1; /*", "@deprecated", "@packageDocumentation", "{@link evil}", "type: ignore", "noqa",
    "fmt: off", "ruff: noqa", '"""', "'''", 'say "it"', "it's", "both \" and '", "\\", "\\n", "\\u0041",
    "${1}", "`${1}`", "=1+1", "+1", "-1", "@sum", "]]>", "<!-- x", "&amp;", "| a | b |", "---", "# one", "1. one",
    "\u202eabc", "a\u2028b", "\U0001f600", "\x85x", "null", "__proto__", "\ud7ff\ufffd", "*", "/", "\x1b[2J", "\t", "https://a.example",
)  # fmt: skip


def one_each(registry: Registry) -> Registry:
    """With one of `WORDS` as title and as description of each code; titles again from the front when they run out."""
    codes = []
    for number in range(max(len(WORDS), len(registry.codes))):
        model = registry.codes[number % len(registry.codes)]
        name = model.name if number < len(registry.codes) else f"{model.name}_{number}"
        word = WORDS[number % len(WORDS)]
        codes.append(replace(model, code=f"{model.category}.{name}", name=name, title=word, description=word))
    return replace(registry, codes=tuple(sorted(codes, key=lambda entry: entry.code)))
