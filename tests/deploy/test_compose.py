"""compose.yaml, parsed and held to the project, since no test starts containers."""

import re
import subprocess

import pytest

from tests.deploy.reading import ROOT, compose, parse_manage, read_settings

OURS = ("migrate", "site", "notices", "tick")
SERVICES = compose()["services"]
# Of other images.
THEIRS = {"db": {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD_FILE"}, "nginx": {"REGISTRY_HOST"}}


def words(service):
    """Its command as one text."""
    return " ".join(SERVICES[service].get("command", []))


def test_there_is_everything_that_the_site_consists_of():
    assert set(SERVICES) == {"db", *OURS, "nginx"}
    assert {SERVICES[name]["image"] for name in OURS} == {"agent-harness-error-codes"}
    assert [re.fullmatch(r"[a-z-]+(:[a-z0-9-]+)?", each["image"]) for each in SERVICES.values()].count(None) == 0


@pytest.mark.parametrize("name", SERVICES)
def test_each_can_do_only_what_it_has_to(name):
    service = SERVICES[name]
    assert (service["read_only"], service["cap_drop"], service["security_opt"]) == (
        True, ["ALL"], ["no-new-privileges:true"],
    )  # fmt: skip
    assert not {"privileged", "devices", "pid", "ipc", "network_mode"} & service.keys()
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE", "SETUID", "SETGID", "CHOWN"] if name == "nginx" else [])
    assert service["restart"] == ("no" if name == "migrate" else "unless-stopped")


@pytest.mark.parametrize("name", SERVICES)
def test_its_log_has_an_end(name):
    assert SERVICES[name]["logging"] == {"driver": "local", "options": {"max-size": "20m", "max-file": "5"}}


def test_the_database_is_ready_when_others_can_reach_it():
    """The server that sets the tables up for the first time listens at its socket alone."""
    assert "--host=127.0.0.1" in SERVICES["db"]["healthcheck"]["test"]


def test_what_may_be_set_is_what_the_site_has_otherwise():
    given = {name: str(value) for name, value in SERVICES["site"]["environment"].items()}
    taken = {name: given[name] for name in ("METRICS", "API_TOOLS_PER_MINUTE", "API_WRITES_PER_MINUTE")}
    rows = re.findall(r"^\| (`METRICS`|`API_.*?) \|.*\| (\w+) \|$", (ROOT / "README.md").read_text(), re.MULTILINE)
    usual = {name: value for names, value in rows for name in re.findall(r"[A-Z_]+", names)}
    assert taken == {name: f"${{{name}:-{value}}}" for name, value in usual.items()}


def test_only_nginx_is_reached_from_outside_and_only_ours_reach_the_database():
    assert [name for name, each in SERVICES.items() if "ports" in each] == ["nginx"]
    assert {name for name, each in SERVICES.items() if "data" in each["networks"]} == {"db", *OURS}
    assert SERVICES["db"]["networks"] == ["data"]
    assert compose()["networks"]["data"] == {"internal": True}


@pytest.mark.parametrize("name", OURS)
def test_settings_are_ones_that_are_read(name):
    assert set(SERVICES[name]["environment"]) <= read_settings()


@pytest.mark.parametrize("name", THEIRS)
def test_the_other_images_get_theirs(name):
    assert set(SERVICES[name]["environment"]) == THEIRS[name]


def test_secrets_are_files_and_the_signing_key_is_for_the_site_alone():
    known = compose()["secrets"]
    for name, service in SERVICES.items():
        named = {key: value for key, value in service["environment"].items() if key.endswith("_FILE")}
        assert {value.removeprefix("/run/secrets/") for value in named.values()} == set(service.get("secrets", ()))
        assert set(service.get("secrets", ())) <= known.keys()
        assert not {"SECRET_KEY", "SIGNING_KEY", "EMAIL_PASSWORD", "DATABASE_URL"} & service["environment"].keys()
        assert ("signing_key" in service.get("secrets", ())) is (name == "site")
    assert all(each["file"].startswith("./secrets/") for each in known.values())


def test_commands_exist():
    given = [re.findall(r"manage\.py ([a-z_]+(?: --[a-z-]+)*)", words(name)) for name in OURS]
    assert given == [["migrate --no-input", "createcachetable"], [], ["send_notices --loop"], ["tick"]]
    for each in (command for commands in given for command in commands):
        parse_manage(each.split())


def test_nothing_starts_before_the_tables_are_there():
    after = {name: SERVICES[name]["depends_on"] for name in (*OURS, "nginx")}
    assert after["migrate"] == {"db": {"condition": "service_healthy"}}
    for name in OURS[1:]:
        assert after[name] == {"migrate": {"condition": "service_completed_successfully"}}
    assert after["nginx"]["site"]["condition"] == "service_healthy"
    assert {name for name, each in SERVICES.items() if "healthcheck" in each} == {"db", "site", "nginx"}


def test_files_that_are_mounted_are_there():
    for mount in SERVICES["nginx"]["volumes"]:
        source, _, mode = mount.split(":")
        assert mode == "ro"
        assert source == "./tls" or (ROOT / source).is_file()


def test_nginx_gets_the_names_of_this_place():
    script = SERVICES["nginx"]["command"][2].replace("$$", "$")
    change = script.split(" /etc/registry/nginx.conf")[0] + f" {ROOT}/deploy/nginx.conf"
    made = subprocess.run(["sh", "-c", change], env={"REGISTRY_HOST": "codes.example.net", "PATH": "/usr/bin:/bin"},
                          capture_output=True, text=True, check=True).stdout  # fmt: skip
    assert "server site:8000;" in made
    assert "server_name codes.example.net;" in made
    assert "access_log /dev/stdout registry;" in made
    assert not re.search(r"127\.0\.0\.1|example\.org", re.sub("#.*", "", made))


def test_the_health_check_asks_what_is_answered_without_tls():
    """By a name that is among the allowed hosts, at an address that is not sent to https."""
    (code,) = SERVICES["site"]["healthcheck"]["test"][3:]
    assert "http://localhost:8000/healthz" in code
    assert SERVICES["site"]["environment"]["ALLOWED_HOSTS"].endswith(",localhost")
