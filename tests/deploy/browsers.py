"""What browsers send as Accept when somebody follows a link."""

CHROME = (
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,"
    "application/signed-exchange;v=b3;q=0.7"
)
FIREFOX = (
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8"
)
SAFARI = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
