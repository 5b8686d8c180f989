# The image brings its own Node; the pinned one of the development dependencies is left out with them.
# By digest, a build from the same checkout is the same tomorrow: --build-arg NODE=node:24-slim@sha256:…; `docker buildx imagetools inspect node:24-slim` says it.
ARG NODE=node:24-slim
FROM ${NODE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM ${NODE}
LABEL org.opencontainers.image.title="Tipstaff" \
      org.opencontainers.image.description="Watches court dockets and design registers, and reports what changed." \
      org.opencontainers.image.source="https://github.com/tipstaff/tipstaff" \
      org.opencontainers.image.licenses="MIT"
# The pages are open to the container alone until users are added; then set TIPSTAFF_HTTP_HOST=0.0.0.0.
ENV NODE_ENV=production \
    TIPSTAFF_CONFIG=/config/watches.yaml \
    TIPSTAFF_DATABASE=/data/tipstaff.db \
    TIPSTAFF_HEALTH_URL=http://127.0.0.1:8080/healthz
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json watches.yaml ./
COPY bin ./bin
COPY data ./data
COPY migrations ./migrations
COPY sandbox ./sandbox
COPY src ./src
RUN mkdir -p /data /config && cp watches.yaml /config/ && chown -R 1000:1000 /data
# The user "node" of the base image, by number: an orchestrator that forbids root does not resolve names.
USER 1000:1000
VOLUME /data
EXPOSE 8080
# With another http.port, set TIPSTAFF_HEALTH_URL too.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(process.env.TIPSTAFF_HEALTH_URL).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself receives the signals, so that `docker stop` ends it cleanly; SIGUSR1 opens no inspector.
ENTRYPOINT ["node", "--disable-sigusr1", "bin/tipstaff.js"]
CMD ["run"]
