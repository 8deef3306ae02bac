"""What the monitor asks for, and what it says of a manifest that nobody has signed."""

MANIFEST, SIGNATURE, KEYS = "/releases/manifest.json", "/releases/manifest.json.sig", "/releases/keys.json"
REGISTRY = "/releases/2.0.0/registry.json"
UNSIGNED = f"{SIGNATURE}: not a signature over the manifest by any of the pinned keys"
