"""Every address in the table of the site, whoever wrote the table of a test."""

from django.urls import URLPattern, URLResolver, get_resolver


def patterns(below=None, before=""):
    """The pattern of each address as it is written, and its name: `proposals/<int:number>/act`."""
    found = []
    for each in (below or get_resolver()).url_patterns:
        text = before + str(each.pattern)
        if isinstance(each, URLResolver):
            found += patterns(each, text)
        elif isinstance(each, URLPattern):
            found.append(text)
    return found
