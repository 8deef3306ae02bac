"""Who gets what at which address: written by hand, from the policy and not from the code.

The addresses are those of the table of the site (`routes.patterns`), each exactly once.
"""

# The letters of the rows below.
ACTORS = (None, "zoe", "sam", "eve", "ada", "con", "lea", "max")
# Sam's own; zoe has an account, eve has proposals of her own; ada is an expert, con an expert with a conflict over what
# is under review, lea a lead, max an administrator. Of the hidden one and the draft, con is an expert like any other.
#              nobody zoe sam eve ada con lea max

# Addresses that name one thing: (subject, GET, POST).
OF_ONE_THING = {
    "proposals/<int:number>": (
        ("draft", "404 404 404 404 404 404 404 404", "405 405 405 405 405 405 405 405"),
        ("hidden", "404 404 404 404 404 404 404 404", "405 405 405 405 405 405 405 405"),
        ("review", "200 200 200 200 200 200 200 200", "405 405 405 405 405 405 405 405"),
    ),
    "proposals/<int:number>/edit/<str:step>": (
        ("draft", "302 404 200 404 404 404 404 404", "302 404 400 404 404 404 404 404"),
        ("hidden", "302 404 302 404 404 404 404 404", "302 404 302 404 404 404 404 404"),
        ("review", "302 404 302 404 404 404 404 404", "302 404 302 404 404 404 404 404"),
    ),
    "proposals/<int:number>/check": (
        ("draft", "302 404 200 404 404 404 404 404", "302 404 302 404 404 404 404 404"),
        ("hidden", "302 404 302 404 404 404 404 404", "302 404 302 404 404 404 404 404"),
        ("review", "302 404 302 404 404 404 404 404", "302 404 302 404 404 404 404 404"),
    ),
    "proposals/<int:number>/sent": (
        ("draft", "302 404 302 404 404 404 404 404", "302 404 302 404 404 404 404 404"),
        ("hidden", "302 404 200 404 404 404 404 404", "302 404 200 404 404 404 404 404"),
        ("review", "302 404 200 404 404 404 404 404", "302 404 200 404 404 404 404 404"),
    ),
    "proposals/<int:number>/act": (
        ("draft", "302 404 302 404 404 404 404 404", "302 404 302 404 404 404 404 404"),
        ("hidden", "302 404 200 404 200 200 200 200", "302 404 200 404 200 200 200 200"),
        ("review", "302 200 200 200 200 200 200 200", "302 200 200 200 200 200 200 200"),
    ),
    "proposals/<int:number>/comment": (
        ("draft", "302 404 302 404 404 404 404 404", "302 404 400 404 404 404 404 404"),
        ("hidden", "302 404 200 404 200 200 200 200", "302 404 400 404 400 400 400 400"),
        ("review", "302 200 200 200 200 200 200 200", "302 400 400 400 400 400 400 400"),
    ),
    "proposals/<int:number>/revise": (
        ("draft", "302 404 302 404 404 404 404 404", "302 404 409 404 404 404 404 404"),
        ("hidden", "302 404 200 404 404 404 404 404", "302 404 400 404 404 404 404 404"),
        ("review", "302 404 200 404 404 404 404 404", "302 404 400 404 404 404 404 404"),
    ),
    "proposals/<int:number>/answer": (
        ("draft", "302 404 302 404 404 404 404 404", "302 404 400 404 404 404 404 404"),
        ("hidden", "302 404 302 404 404 404 404 404", "302 404 400 404 404 404 404 404"),
        ("review", "302 404 302 404 404 404 404 404", "302 404 400 404 404 404 404 404"),
    ),
    "proposals/<int:number>/withdraw": (
        ("draft", "302 404 200 404 404 404 404 404", "302 404 302 404 404 404 404 404"),
        ("hidden", "302 404 200 404 404 404 404 404", "302 404 302 404 404 404 404 404"),
        ("review", "302 404 200 404 404 404 404 404", "302 404 302 404 404 404 404 404"),
    ),
    "proposals/<int:number>/reopen": (
        ("draft", "302 404 302 404 404 404 404 404", "302 404 409 404 404 404 404 404"),
        ("hidden", "302 404 302 404 404 404 404 404", "302 404 409 404 404 404 404 404"),
        ("review", "302 404 302 404 404 404 404 404", "302 404 409 404 404 404 404 404"),
    ),
    "review/<int:number>": (
        ("draft", "302 403 403 403 404 404 404 404", "302 403 403 403 404 404 404 404"),
        ("hidden", "302 403 403 403 200 200 200 200", "302 403 403 403 200 200 200 200"),
        ("review", "302 403 403 403 200 200 200 200", "302 403 403 403 200 200 200 200"),
    ),
    "review/<int:number>/<str:name>": (
        ("draft", "302 403 403 403 404 404 404 404", "302 403 403 403 404 404 404 404"),
        ("hidden", "302 403 403 403 302 302 302 302", "302 403 403 403 400 400 400 400"),
        ("review", "302 403 403 403 302 302 302 302", "302 403 403 403 400 400 400 400"),
    ),
    "review/roles/<str:public_id>/<str:role>/dismiss": (
        ("expert", "302 403 403 403 403 403 403 200", "302 403 403 403 403 403 403 302"),
    ),
    "account/passkeys/<int:pk>/name": (
        ("passkey", "302 404 200 404 404 404 404 404", "302 404 200 404 404 404 404 404"),
    ),
    "account/passkeys/<int:pk>/remove": (
        ("passkey", "302 404 200 404 404 404 404 404", "302 404 302 404 404 404 404 404"),
    ),
    # Of no consequence for anybody but Sam.
    "account/^tokens/(?P<digest>[0-9a-f]{128})/revoke$": (
        ("token", "302 405 405 405 405 405 405 405", "302 302 302 302 302 302 302 302"),
    ),
}  # fmt: skip

# Who reads which secret there; nobody else reads any, anywhere.
READERS = {
    ("account/passkeys/<int:pk>/name", "passkey"): {"sam": frozenset({"zq-passkey"})},
    ("account/passkeys/<int:pk>/remove", "passkey"): {"sam": frozenset({"zq-passkey"})},
    ("proposals/<int:number>/edit/<str:step>", "draft"): {"sam": {"zq-draft"}},
    ("proposals/<int:number>/check", "draft"): {"sam": {"zq-draft"}},
    ("proposals/<int:number>/revise", "hidden"): {"sam": {"zq-hidden"}},
    ("review/<int:number>", "hidden"): dict.fromkeys(("ada", "con", "lea", "max"), frozenset({"zq-hidden"})),
    ("review/<int:number>/<str:name>", "hidden"): dict.fromkeys(("ada", "con", "lea", "max"), frozenset({"zq-hidden"})),
    ("review/<int:number>", "review"): dict.fromkeys(("ada", "lea", "max"), frozenset({"zq-note", "zq-vote"})),
    ("review/<int:number>/<str:name>", "review"): dict.fromkeys(
        ("ada", "lea", "max"), frozenset({"zq-note", "zq-vote"})
    ),
}

# Addresses without a name in them: what each sees is their own.
OF_ONESELF = {
    "account/": "302 200 200 200 200 200 200 200",
    "account/again": "302 200 200 200 200 200 200 200",
    "account/again/code": "302 302 302 302 302 302 302 302",
    "account/again/app": "302 302 302 302 302 302 302 302",
    "account/again/passkey": "302 302 302 302 302 302 302 302",
    "account/addresses": "302 200 200 200 200 200 200 200",
    "account/addresses/code": "302 302 302 302 302 302 302 302",
    "account/second-factor": "302 200 200 200 200 200 200 200",
    "account/second-factor/app": "302 200 200 200 200 200 200 200",
    "account/second-factor/app/remove": "302 404 404 404 404 404 404 404",
    "account/second-factor/recovery-codes": "302 404 404 404 404 404 404 404",
    "account/second-factor/recovery-codes/new": "302 200 200 200 200 200 200 200",
    "account/passkeys": "302 200 200 200 200 200 200 200",
    "account/passkeys/add": "302 200 200 200 200 200 200 200",
    "account/sessions": "302 200 200 200 200 200 200 200",
    "account/tokens": "302 200 200 200 200 200 200 200",
    "account/tokens/new": "302 302 302 302 302 302 302 302",
    "account/erase": "302 200 200 200 200 200 200 200",
    "account/sign-out": "302 200 200 200 200 200 200 200",
    # For whoever is on the way in: who is in already goes on.
    "account/sign-in": "200 302 302 302 302 302 302 302",
    "account/sign-in/code": "302 302 302 302 302 302 302 302",
    "account/sign-in/passkey": "302 302 302 302 302 302 302 302",
    "account/sign-in/second-step": "302 302 302 302 302 302 302 302",
    "account/closed": "200 200 200 200 200 200 200 200",
    "proposals/new/begin": "302 200 200 200 200 200 200 200",
    "proposals/new/<str:kind>": "302 200 200 200 200 200 200 200",
    "review/": "302 403 403 403 200 200 200 200",
    "review/publish": "302 403 403 403 403 403 403 200",
    "review/roles": "302 403 403 403 403 403 403 200",
}

# What is the same bytes for everybody: (address, status).
PUBLIC = {
    "": ("/", 200),
    "codes/": ("/codes/", 200),
    "codes.json": ("/codes.json", 200),
    "codes.md": ("/codes.md", 200),
    "codes.csv": ("/codes.csv", 200),
    "codes/<path:asked>": ("/codes/tool.draft", 404),
    "categories/": ("/categories/", 301),
    "categories/<path:asked>": ("/categories/tool", 200),
    "problems/": ("/problems/", 200),
    "problems/harness-error": ("/problems/harness-error", 200),
    "problems/harness-error.json": ("/problems/harness-error.json", 200),
    "problems/harness-error.md": ("/problems/harness-error.md", 200),
    "problems/harness-error.schema.json": ("/problems/harness-error.schema.json", 200),
    "problems/<str:asked>": ("/problems/not-found", 200),
    "ext/a2a/v1": ("/ext/a2a/v1", 200),
    "ext/a2a/v1.json": ("/ext/a2a/v1.json", 200),
    "ext/a2a/v1.md": ("/ext/a2a/v1.md", 200),
    "bindings/": ("/bindings/", 200),
    **{
        f"bindings/{name}{form}": (f"/bindings/{name}{form}", 200)
        for name in ("http", "json-rpc", "mcp", "telemetry")
        for form in ("", ".json", ".md")
    },
    "clients": ("/clients", 200),
    "clients.json": ("/clients.json", 200),
    "clients.md": ("/clients.md", 200),
    "inspect": ("/inspect", 200),
    "routing": ("/routing", 200),
    "compare": ("/compare?a=tool.timeout&b=loop.timeout", 200),
    "lookup": ("/lookup?q=429", 200),
    "guide/": ("/guide/", 200),
    "guide/<str:answers>": ("/guide/waiting", 200),
    "signals/": ("/signals/", 200),
    "releases/": ("/releases/", 200),
    "releases/since": ("/releases/since?version=1.0.0", 302),
    "releases/manifest.json": ("/releases/manifest.json", 200),
    "releases/manifest.json.sig": ("/releases/manifest.json.sig", 404),
    "releases/keys.json": ("/releases/keys.json", 200),
    "releases/next/": ("/releases/next/", 200),
    "releases/next/registry.json": ("/releases/next/registry.json", 200),
    r"^releases/(?P<versions>[^/]+\.\.\.[^/]+)$": ("/releases/1.0.0...1.0.0", 200),
    "registry.json": ("/registry.json", 302),
    "releases/latest": ("/releases/latest", 302),
    "releases/latest/": ("/releases/latest/", 302),
    "releases/latest/<str:name>": ("/releases/latest/registry.csv", 302),
    "releases/<str:version>/": ("/releases/1.0.0/", 200),
    "releases/<str:version>/<str:name>": ("/releases/1.0.0/registry.json", 200),
    "policy": ("/policy", 200),
    "proposals/": ("/proposals/", 200),
    "proposals/new": ("/proposals/new", 200),
    "feeds/changes.atom": ("/feeds/changes.atom", 200),
    "feeds/proposals.atom": ("/feeds/proposals.atom", 200),
    "healthz": ("/healthz", 200),
    "metrics": ("/metrics", 404),  # unless the operator turns it on
    "status": ("/status", 200),
    "robots.txt": ("/robots.txt", 200),
    "llms.txt": ("/llms.txt", 200),
    "opensearch.xml": ("/opensearch.xml", 200),
    "sitemap.xml": ("/sitemap.xml", 200),
    ".well-known/api-catalog": ("/.well-known/api-catalog", 200),
    ".well-known/security.txt": ("/.well-known/security.txt", 200),
    "api/": ("/api/", 200),
    "api/docs/": ("/api/docs/", 200),
    "api/v1/openapi.json": ("/api/v1/openapi.json", 200),
    "api/v1/registry": ("/api/v1/registry", 200),
    "api/v1/codes": ("/api/v1/codes", 200),
    "api/v1/codes/<str:code>": ("/api/v1/codes/tool.draft", 404),
    "api/v1/codes/<str:code>/history": ("/api/v1/codes/tool.timeout/history", 200),
    "api/v1/categories": ("/api/v1/categories", 200),
    "api/v1/categories/<str:name>": ("/api/v1/categories/tool", 200),
    "api/v1/signals": ("/api/v1/signals", 200),
    "api/v1/resolve": ("/api/v1/resolve?code=tool.draft", 200),
    "api/v1/inspect": ("/api/v1/inspect", 405),
    "api/v1/translate": ("/api/v1/translate", 405),
    "api/v1/render": ("/api/v1/render", 405),
    "api/v1/routing": ("/api/v1/routing", 200),
    "api/v1/routing/check": ("/api/v1/routing/check", 405),
    "api/v1/releases": ("/api/v1/releases", 200),
    r"api/^v1/releases/(?P<first>[^/]+?)\.\.\.(?P<second>[^/]+)$": ("/api/v1/releases/1.0.0...1.0.0", 200),
    "api/v1/releases/<str:version>": ("/api/v1/releases/1.0.0", 200),
    "api/v1/proposals": ("/api/v1/proposals", 200),
}
