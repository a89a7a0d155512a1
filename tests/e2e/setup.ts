import { spawnSync } from "node:child_process";
import { type Plugin, preview } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Origin of the production build, served as `npm start` serves it. */
    origin: string;
    /** Address at which the host sends Clear-Site-Data, as if the user deleted the app's data in the browser's settings. */
    clearing: string;
  }
}

const CLEAR = "/clear-site-data";
const clears: Plugin = {
  name: "clear-site-data",
  configurePreviewServer({ middlewares }) {
    middlewares.use(CLEAR, (_, response) => response.setHeader("Clear-Site-Data", '"storage"').end());
  },
};

/** Builds the app, unless the check script has just done so, and serves it on a free port for the whole project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const fresh = process.env.FRESH_BUILD === "1";
  if (!fresh) {
    const env = { ...process.env };
    // The test runner's environment variables would exclude the service worker from the build.
    for (const name of Object.keys(env)) if (name.startsWith("VITEST")) delete env[name];
    const build = spawnSync(process.execPath, ["node_modules/vite/bin/vite.js", "build"], {
      stdio: "inherit",
      env: { ...env, NODE_ENV: "production" },
    });
    if (build.status !== 0) throw new Error("the production build failed");
    // Both e2e projects are served the same build.
    process.env.FRESH_BUILD = "1";
  }
  const server = await preview({ plugins: [clears], preview: { port: 0, strictPort: false }, logLevel: "silent" });
  const address = server.httpServer.address();
  if (address === null || typeof address === "string") throw new Error("the preview server has no port");
  const origin = `http://localhost:${address.port}`;
  project.provide("origin", origin);
  project.provide("clearing", origin + CLEAR);
  return () => server.close();
}
