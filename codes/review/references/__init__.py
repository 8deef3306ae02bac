"""Whether the specifications that codes refer to are still where they were: asked by a command, never in a request.

Whoever proposes a code chooses an address that this machine then connects to. So nothing but a public web server is
ever asked (`vetting.py`), within limits of time and size (`asking.py`), and what it says is only whether it is there.
"""
