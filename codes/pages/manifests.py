"""The manifest, its signature and the keys: bytes as stored, looked at anew each time."""

import base64
from datetime import datetime

from django.http import HttpRequest, HttpResponse

from codes.harness_errors import canonical
from codes.releases import signing
from codes.releases.current import current
from codes.web.answer import REVALIDATE, absolute, link, require_acceptable, validated
from codes.web.door import public
from codes.web.problems import Refusal
from codes.web.render import issued, modified


@public
def manifest(request: HttpRequest) -> HttpResponse:
    now = current()
    links = [link(absolute("/releases/keys.json"), "describedby", "application/json")]
    if now.manifest.signature:
        links.append(link(absolute("/releases/manifest.json.sig"), "describedby", "application/octet-stream"))
    return _stored(request, issued(now), now.manifest.content, "application/json", links)


@public
def signature(request: HttpRequest) -> HttpResponse:
    """64 bytes, over exactly the bytes of the manifest."""
    now = current()
    if not now.manifest.signature:
        raise Refusal("not-found", "This site has no signing key, so its manifest is not signed.")
    links = [link(absolute("/releases/manifest.json"), "describes", "application/json")]
    return _stored(request, issued(now), now.manifest.signature, "application/octet-stream", links)


@public
def keys(request: HttpRequest) -> HttpResponse:
    """Every key that ever signed a manifest. A client pins the ones it trusts; this list helps it to find them."""
    now = current()
    data = {
        "kind": "agent-harness-error-keys",
        "keys": [
            {
                "key_id": key_id,
                "algorithm": "Ed25519",
                "public_key": base64.b64encode(public_key).decode(),
                "public_key_pem": signing.pem(public_key),
                "first_serial": first_serial,
            }
            for key_id, public_key, first_serial in now.manifest.keys
        ],
    }
    return _stored(request, modified(now), canonical.dumps(data), "application/json", [])


def _stored(request: HttpRequest, changed: datetime, content: bytes, media_type: str, links: list[str]) -> HttpResponse:
    require_acceptable(request, media_type)
    response = HttpResponse(content, content_type=media_type)
    response.headers["Link"] = ", ".join([link(absolute(request.path), "canonical"), *links])
    return validated(request, response, cache=REVALIDATE, modified=changed, keep=True)
