import type { Plugin } from "vite";

/** In a test run no file changes: a module that was fetched once is not asked for again by each worker and each page. */
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
