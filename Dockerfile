# Pincite as a shared server, http://HOST:8000/mcp. Two images:
#   base   PDF, Word, PowerPoint, Excel, web pages, Markdown; documents kept in /cache or in PostgreSQL and S3
#   full   the same, with OCR of scans (Tesseract) and a browser (Chromium) for pages that programs make; the default
#
#   docker build -t pincite .                    docker build -t pincite:base --target base .
#
# The root filesystem may be read-only: only /cache and /tmp are written. scripts/container.sh builds and tests both
# without a Docker engine.
ARG BASE=docker.io/library/debian:trixie-slim

FROM ${BASE} AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 python3-venv \
 && rm -rf /var/lib/apt/lists/*
RUN python3 -m venv /opt/pincite
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
# what it needs first: this layer stays while only the package changes
ARG EXTRAS=postgres,s3
RUN python3 -c "import sys, tomllib; \
p = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
print(*p['dependencies'], *(d for e in sys.argv[1].split(',') if e for d in p['optional-dependencies'][e]), sep='\n')" \
    "$EXTRAS" > /tmp/needs.txt \
 && /opt/pincite/bin/pip install --no-cache-dir --disable-pip-version-check -r /tmp/needs.txt
COPY pincite ./pincite
RUN /opt/pincite/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps .

FROM build AS build-full
RUN python3 -c "import tomllib; \
print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['browser'], sep='\n')" > /tmp/needs.txt \
 && /opt/pincite/bin/pip install --no-cache-dir --disable-pip-version-check -r /tmp/needs.txt

FROM ${BASE} AS runtime
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 tini \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 pincite \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /tmp --shell /usr/sbin/nologin pincite \
 && mkdir -m 0700 /cache && chown 10001:10001 /cache && mkdir -m 0755 /documents
ENV PATH=/opt/pincite/bin:/usr/local/bin:/usr/bin:/bin \
    HOME=/tmp \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PINCITE_CACHE_DIR=/cache \
    PINCITE_ROOTS=/documents \
    PINCITE_ALLOW_CHAT_DIR=0 \
    PINCITE_HOST=0.0.0.0 \
    PINCITE_PORT=8000
VOLUME /cache
WORKDIR /documents
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["python3", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"PINCITE_PORT\"]}/healthz', timeout=4)"]
ENTRYPOINT ["tini", "--", "pincite"]
CMD ["serve", "--transport", "http"]

FROM runtime AS base
COPY --from=build /opt/pincite /opt/pincite

FROM runtime AS full
USER 0:0
# the mark of a container, which some engines do not set: there Chromium cannot make a sandbox of its own
RUN apt-get update \
 && apt-get install -y --no-install-recommends chromium fonts-dejavu-core fonts-noto-core \
      tesseract-ocr tesseract-ocr-deu tesseract-ocr-fra tesseract-ocr-ita tesseract-ocr-spa \
 && rm -rf /var/lib/apt/lists/* \
 && touch /etc/containerenv
COPY --from=build-full /opt/pincite /opt/pincite
USER 10001:10001
