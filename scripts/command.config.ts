import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { buildFacts } from "./vite-build-facts.ts";

/**
 * The command `prospect`: the same workers for Node, with everything they import, so that the folder is self-contained. All files are in
 * one folder, as kernels are looked up beside the file that loads them. `vite build -c scripts/command.config.ts` builds it alone.
 */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  plugins: [buildFacts()],
  ssr: { noExternal: true },
  experimental: {
    renderBuiltUrl: (file) => ({ runtime: `new URL(${JSON.stringify(`./${file}`)}, import.meta.url).href` }),
  },
  build: {
    outDir: "dist-node",
    emptyOutDir: true,
    copyPublicDir: false,
    target: "node20",
    ssr: true,
    ssrEmitAssets: true,
    assetsInlineLimit: 0,
    minify: false,
    rolldownOptions: {
      input: { prospect: "workers/node/prospect.ts", "compute-thread": "workers/node/compute-thread.ts" },
      output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs", assetFileNames: "[name]-[hash][extname]" },
    },
  },
});
