# The site, its workers and its commands in one image: `docker build -t agent-harness-error-codes .`
# Debian's own Python in both stages, so that the environment made in the first runs in the second.

FROM debian:bookworm-slim AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/registry
COPY requirements/base.txt requirements/base.txt
RUN python3 -m venv .venv \
    && .venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements/base.txt \
    && .venv/bin/pip uninstall --yes setuptools pip
COPY . .
# The key is for this step alone; names of static files do not depend on it. Compiled now: nothing is written later.
RUN SECRET_KEY=only-while-static-files-are-collected ALLOWED_HOSTS=localhost \
        .venv/bin/python manage.py collectstatic --no-input \
    && .venv/bin/python -m compileall -q .venv codes registry_site

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin registry
# Root's, so that the site cannot change its own code.
COPY --from=build /srv/registry /srv/registry
WORKDIR /srv/registry
ENV PATH=/srv/registry/.venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    GRANIAN_LOG_CONFIG=deploy/granian.json
USER 10001:10001
EXPOSE 8000
CMD ["python", "-m", "granian", "--interface", "wsgi", "--no-ws", "--host", "0.0.0.0", "--port", "8000", \
     "--workers", "2", "--blocking-threads", "4", "--respawn-failed-workers", "registry_site.wsgi:application"]
