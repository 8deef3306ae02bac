"""Compiles every template: a misspelt tag or filter fails here, not on the page that nobody opened."""

import sys
from pathlib import Path

import django
from django.template import TemplateSyntaxError, engines
from django.template.backends.django import DjangoTemplates


def broken() -> list[str]:
    """One line for each template that does not compile: its path and what is wrong."""
    engine = engines["django"]
    assert isinstance(engine, DjangoTemplates)  # noqa: S101  for the type checker
    problems = []
    for folder in map(Path, engine.engine.dirs):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            try:
                engine.get_template(str(path.relative_to(folder)))
            except (TemplateSyntaxError, UnicodeDecodeError) as error:
                problems.append(f"{path.relative_to(folder.parent)}: {error}")
    return problems


if __name__ == "__main__":
    django.setup()
    sys.exit("\n".join(broken()) or 0)
