import type { Plugin } from "vite";

/** Files do not change during a test run, so each worker and page may reuse a fetched module without asking again. */
export const lastingModules = (): Plugin => ({
  name: "lasting-modules",
  configureServer({ middlewares }) {
    middlewares.use((_request, response, next) => {
      const setHeader = response.setHeader.bind(response);
      response.setHeader = (name, value) => setHeader(name, value === "no-cache" ? "max-age=3600" : value);
      next();
    });
  },
});
