"""Small helpers of the development commands; nothing here runs in production."""
