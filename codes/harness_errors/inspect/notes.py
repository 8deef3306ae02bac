"""Where the checks write down what they find."""

from .finding import Finding
from .rules import RULES


class Notes:
    """Findings in the order in which they were made. `base` is where the inspected object stands in what was given."""

    def __init__(self, base: str = "") -> None:
        self.base = base
        self.findings: list[Finding] = []

    def say(self, rule: str, pointer: str, message: str, section: str | None = None) -> None:
        """`pointer` is seen from the object; `section` where the rule's own would be too rough."""
        self.at(rule, self.base + pointer, message, section)

    def at(self, rule: str, pointer: str, message: str, section: str | None = None) -> None:
        """The same with a pointer from the root of what was given."""
        found = RULES[rule]
        self.findings.append(Finding(found.level, rule, pointer, message, section or found.section))
