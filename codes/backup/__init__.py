"""Copies of the database to restore from: made, kept, and checked once they are restored (docs/backup.md)."""
