"""A mail server for tests, of the few words of SMTP that Django's mail needs. It can go away and come back."""

import socketserver
import threading
import time
from collections import Counter
from email import message_from_bytes


class MailServer:
    """`taken` has each mail that was accepted, in order: (recipient, Message-ID, message).

    `on_taking` is called with the recipient when a mail is here and the sender has not been told so yet; `seconds` is
    how long the server takes over each.
    """

    def __init__(self, *, seconds=0.0):
        self.taken, self.seconds, self.on_taking = [], seconds, lambda recipient: None
        self._server = None
        self.port = 0
        self.up()

    def up(self):
        """Listens, on the same port as before."""
        self._server = _Server(("127.0.0.1", self.port), _Session)
        self._server.owner = self
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def down(self):
        """Refuses every connection."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
        self._server = None

    def copies(self):
        """How often each mail was taken, by recipient and Message-ID."""
        return Counter((recipient, identifier) for recipient, identifier, _ in self.taken)

    def order(self, recipient):
        """The numbers of the events that somebody was told of, in the order of arrival."""
        return [int(identifier.split("-")[1]) for to, identifier, _ in self.taken if to == recipient]


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


class _Session(socketserver.StreamRequestHandler):
    def handle(self):
        recipient = ""
        self.say("220 ready")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self.say("354 go on")
                self.take(recipient)
            elif word == b"QUIT":
                self.say("221 good-bye")
                return
            else:
                if word == b"RCPT":
                    recipient = line.partition(b"<")[2].partition(b">")[0].decode()
                self.say("250 yes")

    def take(self, recipient):
        lines = iter(self.rfile.readline, b".\r\n")
        message = message_from_bytes(b"".join(line.removeprefix(b".") for line in lines))
        owner = self.server.owner
        time.sleep(owner.seconds)
        owner.taken.append((recipient, message["Message-ID"], message))
        owner.on_taking(recipient)
        self.say("250 taken")

    def say(self, text):
        self.wfile.write(text.encode() + b"\r\n")
