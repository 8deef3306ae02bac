"""Dockerfile and .dockerignore: parsed and held to the project, since no test builds the image."""

import json
import re

import pytest
from django.conf import settings

from tests.deploy.reading import ROOT, parse_server

# Each with what it is for; nothing else is in the image beside Debian's base.
WANTED = {"python3": "runs the site", "ca-certificates": "TLS to the mail server and to references"}


def stages():
    """For each stage its instructions: (word, rest)."""
    text = (ROOT / "Dockerfile").read_text()
    joined = re.sub(r"\\\n\s*", "", re.sub(r"(?m)^#.*\n", "", text))
    found = []
    for line in joined.splitlines():
        if line.strip():
            word, rest = line.split(maxsplit=1)
            if word == "FROM":
                found.append([])
            found[-1].append((word, rest))
    return found


def of(stage, word):
    return [rest for each, rest in stage if each == word]


def test_both_stages_begin_with_the_same_debian_and_no_registry_is_named():
    bases = [of(stage, "FROM")[0] for stage in stages()]
    assert bases == ["debian:bookworm-slim AS build", "debian:bookworm-slim"]


def test_what_is_installed_last_is_what_runs_and_nothing_that_builds():
    installed = " ".join(of(stages()[-1], "RUN"))
    (packages,) = re.findall(r"apt-get install --yes --no-install-recommends ([a-z0-9 .-]+?) *&&", installed)
    assert set(packages.split()) == set(WANTED)
    assert "rm -rf /var/lib/apt/lists/*" in installed
    assert not re.search(r"pip|venv|gcc|make|curl", installed)
    (build,) = [each for each in of(stages()[0], "RUN") if "pip install" in each]
    assert "--require-hashes --only-binary :all: --requirement requirements/base.txt" in build
    assert build.endswith("pip uninstall --yes setuptools pip")


def test_it_runs_as_somebody_who_owns_nothing():
    *_, last = stages()
    ((user,), copied) = of(last, "USER"), of(last, "COPY")
    assert re.fullmatch(r"(?!0)\d+:(?!0)\d+", user)
    assert f"useradd --uid {user.split(':')[0]} " in " ".join(of(last, "RUN"))
    assert copied == ["--from=build /srv/registry /srv/registry"]  # no --chown
    words = [word for word, _ in last]
    assert words.index("USER") > max(at for at, word in enumerate(words) if word in ("RUN", "COPY"))


def test_no_secret_is_part_of_it():
    every = " ".join(rest for stage in stages() for word, rest in stage if word in ("ENV", "ARG", "COPY", "ADD"))
    assert not re.search(r"SECRET|PASSWORD|SIGNING|secrets", every)


def test_it_starts_the_site():
    (command,) = of(stages()[-1], "CMD")
    python, dash, module, *words = json.loads(command)
    assert (python, dash, module) == ("python", "-m", "granian")
    told = parse_server(words)
    assert (told["host"], told["port"], told["workers"]) == ("0.0.0.0", 8000, 2)  # noqa: S104  a container of its own
    assert of(stages()[-1], "EXPOSE") == [str(told["port"])]


def ignored(name):
    """Whether .dockerignore leaves `name` out: everything, then what is named."""
    lines = [each for each in (ROOT / ".dockerignore").read_text().splitlines() if each and not each.startswith("#")]
    assert lines[0] == "*"
    return not any(name == line[1:] or name.startswith(f"{line[1:]}/") for line in lines if line.startswith("!"))


@pytest.mark.parametrize(
    "name", [".git", ".env", "var", ".venv", "secrets", "tls", "tests", "tools", "docs", "compose.yaml"]
)
def test_left_out(name):
    assert ignored(name)


def test_everything_that_the_settings_name_goes_in():
    folders = [settings.FIXTURES, *settings.PAGE_SOURCES, *settings.STATICFILES_DIRS, *settings.TEMPLATES[0]["DIRS"]]
    needed = {str(folder.relative_to(ROOT)) for folder in folders}
    needed |= {"manage.py", "registry_site", "requirements/base.txt", "deploy/granian.json"}
    assert [name for name in sorted(needed) if ignored(name) or not (ROOT / name).exists()] == []
