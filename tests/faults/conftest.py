import pytest

from tests.support.smtp import MailServer


@pytest.fixture
def mail_server(settings):
    """A real mail server, to which this process sends."""
    server = MailServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    yield server
    server.down()
