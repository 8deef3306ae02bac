"""Accessibility findings of axe-core, which comes with its Python package."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WORTH_FAILING = ("serious", "critical")


def axe_findings(page: Page) -> list[str]:
    """The serious and critical findings on the page as it stands now: rule, what it says, and the elements."""
    violations = Axe().run(page).response["violations"]
    return [
        f"{found['id']}: {found['help']}: {'; '.join(node['html'] for node in found['nodes'])}"
        for found in violations
        if found["impact"] in WORTH_FAILING
    ]


def axe_clean(page: Page) -> None:
    """Assert that there is no serious or critical finding."""
    findings = axe_findings(page)
    assert not findings, "\n".join(findings)
