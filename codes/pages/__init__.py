"""The person's door: what stands at the public addresses, in HTML, Markdown and JSON."""
