import logging


class OneLine(logging.Filter):
    """Leaves out the traceback: the message says it all."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True
