"""Run by test_generated_client.py in the virtual environment of the generator: what a user of the client would do."""

import sys

from harness_codes_client import Client
from harness_codes_client.api.registry import list_codes, read_code, read_difference, resolve
from harness_codes_client.models import Problem

client = Client(base_url=sys.argv[1])

codes = list_codes.sync(client=client)
print(codes.count, len(codes.results))

found, offset = [], 0
page = list_codes.sync(client=client, limit=10)
while True:
    found += [entry.code for entry in page.results]
    if not page.next_:
        break
    page = list_codes.sync(client=client, limit=10, cursor=page.next_.split("cursor=")[1])
print(found == [entry.code for entry in codes.results])

timeout = read_code.sync("tool.timeout", client=client)
print(timeout.default_retryable, timeout.informative.http_status)

resolution = resolve.sync(client=client, code="tool.nonsense")
print(resolution.resolution, resolution.retryable.value, resolution.retryable.source)

unknown = read_code.sync("tool.nonsense", client=client)
print(isinstance(unknown, Problem), unknown.status, unknown.type_)

difference = read_difference.sync("1.0.0", "1.0.0", client=client)
print(difference.from_.version, difference.part, difference.changes)
