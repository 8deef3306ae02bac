"""README's table has every setting that is read, and no other."""

from tests.deploy.reading import read_settings, table

# Read by dev.py.
OF_THE_COMMANDS = {"PORT"}


def test_the_table_is_what_the_settings_read():
    read = read_settings()
    assert table() - OF_THE_COMMANDS == {name for name in read if name.removesuffix("_FILE") not in read - {name}}
