"""No file is taken, from anybody, at any address: there is nothing here that one could be for."""

from typing import Any, NoReturn

from django.core.exceptions import SuspiciousOperation
from django.core.files.uploadhandler import FileUploadHandler


class Refused(FileUploadHandler):
    """The only handler (FILE_UPLOAD_HANDLERS). Stops at the name of the first file, before a byte of it is read."""

    def new_file(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raises SuspiciousOperation, which is 400."""
        raise SuspiciousOperation("A file was sent.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Never called."""

    def file_complete(self, file_size: int) -> None:
        """Never called."""
