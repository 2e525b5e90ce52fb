# The program with its dependencies bundled; nothing is installed at run time.
FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:22-slim
COPY --from=build /build/dist /opt/lorefence/dist
COPY --from=build /build/package.json /build/LICENSE /opt/lorefence/
# Grants and receipts are state of the operator: mount a volume, or nothing is granted. Folders of another user would not count.
ENV XDG_STATE_HOME=/state XDG_CONFIG_HOME=/config
RUN mkdir -p /state /config/lorefence /knowledge && chown -R node:node /state /config
USER node
WORKDIR /knowledge
ENTRYPOINT ["node", "/opt/lorefence/dist/cli.js"]
CMD ["mcp"]
