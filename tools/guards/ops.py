"""The guards of operation: what a log may hold, who sees the metrics, and how migrations behave."""

from tools.guards.guard import Guard

REQUESTS = "registry_site/requests.py"
LOGS = "registry_site/logs.py"
POSTGRESQL = "registry_site/postgresql/base.py"
METRICS = "codes/pages/metrics.py"
LAG = "codes/releases/lag.py"
IN_LOGS = ("tests/registry_site/test_json_logs.py",)
OF_REQUESTS = ("tests/fast/test_requests.py",)
OF_METRICS = ("tests/pages/test_metrics.py",)
BEHIND_NGINX = ("tests/deploy/test_nginx_tls.py -k metrics",)

IN_CONTAINERS = ("tests/deploy/test_compose.py",)
OF_UNITS = ("tests/deploy/test_units.py",)

GUARDS = (
    Guard("the image's user is nobody", "Dockerfile", "USER 10001:10001", "", ("tests/deploy/test_image.py",)),
    Guard("nothing builds in the image", "Dockerfile", "ca-certificates python3 \\", "ca-certificates python3-pip \\",
          ("tests/deploy/test_image.py",)),
    Guard("the database is not outside", "compose.yaml", "data: {internal: true}", "data: {}", IN_CONTAINERS),
    Guard("units cannot write", "deploy/systemd/registry-.service.d/common.conf", "ProtectSystem=strict\n", "",
          OF_UNITS),
    Guard("mail is sent without the key", "deploy/systemd/registry-notices.service",
          "InaccessiblePaths=-/etc/registry/signing.pem\n", "", OF_UNITS),
    Guard("a new key can be read by the site", "docs/signing.md", "install -m 0640 -g registry", "install -m 0600",
          ("tests/deploy/test_signing_page.py",)),
    Guard("step 3 done again keeps the key", "docs/operations.md", "(umask 077; set -C\n", "(umask 077\n",
          ("tests/deploy/test_operations_page.py -k stay",)),
    Guard("pages name commands that are there", "docs/operations.md", "registry-manage publish_initial",
          "registry-manage publish", ("tests/deploy/test_operations_page.py",)),
    Guard("nobody outside writes errors into the log", LOGS,
          '        record.levelno, record.levelname = logging.WARNING, "WARNING"\n', "",
          ("tests/registry_site/test_logs.py",)),
    Guard(
        "no query in the log", REQUESTS,
        'self._environ["PATH_INFO"]', 'self._environ["PATH_INFO"] + "?" + self._environ["QUERY_STRING"]', IN_LOGS,
    ),
    Guard("exceptions may quote what was sent", LOGS, "& _IN_OWN_WORDS:", "or True:", IN_LOGS),
    Guard("a row that breaks a rule is not quoted", LOGS, "_named(each) for", "repr(each) for", IN_LOGS),
    Guard("a visitor names no request", REQUESTS, 'if self._trusted else ""', 'if True else ""', OF_REQUESTS),
    Guard("a request's name is harmless", REQUESTS, "_SAFE_ID.fullmatch(given)", "given", OF_REQUESTS),
    Guard("no id on what others get", REQUESTS, "if _of_this_request(request, headers):", "if True:", OF_REQUESTS),
    Guard("a database that is away is no fault of what is published", "codes/management/commands/verify_registry.py",
          "except (OperationalError, InterfaceError) as", "except InterfaceError as",
          ("tests/releases/test_verify.py -k away",)),
    Guard("the first failure is growth", "codes/web/counted.py", 'Counter({"5xx": 0})', "Counter()", OF_REQUESTS),
    Guard("metrics are off", METRICS, "not settings.METRICS or ", "", OF_METRICS),
    Guard("metrics not through a proxy", METRICS, ' or "X-Forwarded-For" in request.headers', "", OF_METRICS),
    Guard("nginx keeps metrics to itself", "deploy/nginx.conf", "location = /metrics {", "location = /m {",
          BEHIND_NGINX),
    Guard("the lag counts from what came after", LAG, "serial__gt=held.serial", "serial__gte=held.serial",
          ("tests/pages/test_conventions.py -k health",)),
    Guard("statements of a migration have time", POSTGRESQL, '"SET statement_timeout = 0"', '"SELECT 1"',
          ("tests/registry_site/test_migrate.py --db=postgres",)),
    Guard("no migration waits for a lock for ever", POSTGRESQL, '"SET statement_timeout = 0"',
          '"SET statement_timeout = 0; SET lock_timeout = 0"', ("tests/registry_site/test_migrate.py --db=postgres",)),
    Guard("a setting is no command to the shell", "deploy/registry-manage", 'export "${line%%=*}=${line#*=}"',
          'eval "export $line"', ("tests/deploy/test_registry_manage.py",)),
)  # fmt: skip
