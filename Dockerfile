# The service without its development dependencies, as a user of its own. Data is kept in /data: mount a volume there, or set
# DATABASE_URL (docs/install.md). Another base image: --build-arg NODE_IMAGE=…
ARG NODE_IMAGE=docker.io/library/node:22-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/bundle-format/package.json packages/bundle-format/
COPY packages/army-list/package.json packages/army-list/
COPY packages/convert/package.json packages/convert/
RUN npm ci --no-fund --no-audit
COPY prisma.config.ts ./
COPY prisma prisma
COPY scripts scripts
COPY docs/api.md docs/api.md
COPY packages packages
COPY src src
# What the service never opens is more than half of what npm installs: query compilers of other databases, source maps, types.
RUN npm run build && npm ci --omit=dev --no-fund --no-audit \
  && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[cm]ts' -o -name 'query_compiler_*' \
    ! -name 'query_compiler_fast_bg.postgresql.*mjs' \) -type f -delete \
  && rm -r packages/*/src
# A database without data, which the first start copies.
RUN DATA_DIR=/app/prepared node dist/cli/migrate.js && chmod -R a+rX prepared

FROM ${NODE_IMAGE}
ENV NODE_ENV=production IN_CONTAINER=true HOST=0.0.0.0 PORT=4000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages packages
COPY --from=build /app/prisma prisma
# With a build in place it does nothing, so commands may also be called as npm scripts.
COPY --from=build /app/scripts/build.js scripts/
COPY --from=build /app/dist dist
COPY --from=build --chown=1000:1000 /app/prepared prepared
# Not declared as volumes: those without a name would be made for each container, and be gone with it. A volume with a name that
# is mounted at one of them gets its owner.
RUN mkdir /data /backups && chown 1000:1000 /data /backups
USER 1000:1000
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/main.js"]
