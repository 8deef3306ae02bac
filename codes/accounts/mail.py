class MailNotSent(Exception):
    """The mail server did not take a message."""
