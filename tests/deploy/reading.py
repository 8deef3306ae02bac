"""What the files of deployment say, and what the project has: settings that are read, commands that exist."""

import ast
import re
import shlex

import yaml
from django.conf import settings
from django.core.management import get_commands, load_command_class
from granian.cli import cli

ROOT = settings.ROOT
# These come from a file as well: NAME_FILE (registry_site/env.py).
_FROM_FILES = ("text", "secret", "words")


def read_settings():
    """The names that the settings take from the environment."""
    tree = ast.parse((ROOT / "registry_site" / "settings.py").read_text())
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("env."):
            name = ast.literal_eval(node.args[0])
            found |= {name, f"{name}_FILE"} if node.func.attr in _FROM_FILES else {name}
    return found


def table():
    """The names in README's table of settings."""
    section = (ROOT / "README.md").read_text().split("\n## Configuration\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}


def compose():
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


def parse_manage(words):
    """Words after `manage.py`, as the command itself would parse them; SystemExit or KeyError where it would not."""
    name, *rest = words
    command = load_command_class(get_commands()[name], name)
    return command.create_parser("manage.py", name).parse_args(rest)


def parse_server(words):
    """Words after `python -m granian`, as granian reads them."""
    return cli.make_context("granian", list(words)).params


def manage_in(script):
    """The words of each `manage.py …` in a script, up to what ends a command."""
    found = re.findall(r"(?:manage\.py|registry-manage) ([a-z_]+[^\n&|;)>#]*)", script)
    return [shlex.split(each) for each in found]
