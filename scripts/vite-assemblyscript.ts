import type { Plugin, ViteDevServer } from "vite";
import { buildKernels } from "./kernels.mjs";

/** Compiles the kernels before a build or a test run, and after every edit of `assembly/` in the dev server. */
export function assemblyscript(): Plugin {
  const rebuild = async (server: ViteDevServer) => {
    try {
      await buildKernels();
      server.ws.send({ type: "full-reload" });
    } catch (error) {
      const { message, stack = "" } = error as Error;
      server.ws.send({ type: "error", err: { message, stack } });
    }
  };
  return {
    name: "prospect-assemblyscript",
    async buildStart() {
      await buildKernels();
    },
    configureServer(server) {
      server.watcher.on("change", (path) => {
        if (/[\\/]assembly[\\/](?!build[\\/])/.test(path)) void rebuild(server);
      });
    },
  };
}
