# The image brings its own Node; the pinned one of the development dependencies is left out with them.
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production \
    TIPSTAFF_CONFIG=/config/watches.yaml \
    TIPSTAFF_DATABASE=/data/tipstaff.db \
    TIPSTAFF_HTTP_HOST=0.0.0.0
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json watches.yaml ./
COPY migrations ./migrations
COPY src ./src
RUN mkdir -p /data /config && cp watches.yaml /config/ && chown -R node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself receives the signals, so that `docker stop` ends it cleanly.
ENTRYPOINT ["node", "src/main.ts"]
CMD ["run"]
