"""What the generated Python and TypeScript have in common: the names of their constants."""

from codes.harness_errors import syntax
from codes.harness_errors.document import Registry

# Names of the generated files that a code could take, too.
_TAKEN = ("REGISTRY_VERSION", "REGISTRY_SHA256")


def constants(registry: Registry) -> dict[str, str]:
    """Code -> name of its constant, in the order of the codes.

    `syntax.constant` names it. Where that is no identifier (`3d.mesh`) or taken (`registry.version`), `code_` comes
    before it: no other constant has a small letter.
    """
    names = {entry.code: syntax.constant(entry.code) for entry in registry.codes}
    return {
        code: name if name.isidentifier() and name not in _TAKEN else f"code_{name}" for code, name in names.items()
    }
