"""The whole public site as files, for a CDN or an object store: the same answers, asked for without a network."""
