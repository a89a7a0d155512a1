import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, extname } from "node:path";
import { build, type Plugin } from "vite";
import { buildFacts } from "./vite-build-facts.ts";
import { methods } from "./vite-methods.ts";

/** Path under which the bundle is served. */
const BASE = "/bundled-workers/";
/** Folders with workers: the product's, and those of tests. */
const FOLDERS = ["workers", "tests/fixtures"];
const TYPES: Record<string, string> = { ".js": "text/javascript", ".wasm": "application/wasm" };

/** Every file of the bundle, by name. */
type Bundle = ReadonlyMap<string, string | Uint8Array>;

async function bundle(): Promise<Bundle> {
  const entries = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".worker.ts"))
      .map((name) => `${folder}/${name}`),
  );
  const built = await build({
    configFile: false,
    logLevel: "warn",
    base: BASE,
    plugins: [methods(), buildFacts()],
    build: {
      write: false,
      minify: false,
      target: "es2022",
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: entries,
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", assetFileNames: "[name]-[hash][extname]" },
      },
    },
  });
  if (!("output" in built)) throw new Error("one bundle was expected");
  return new Map(built.output.map((part) => [part.fileName, part.type === "chunk" ? part.code : part.source]));
}

/** One bundle for all servers of a run. It is global because each project of a run loads its configuration, and this file, again. */
const ofTheRun = globalThis as { bundledWorkers?: Promise<Bundle> };

/** What a request is for: a file of the bundle, a worker whose entry is in it, or neither. */
function askedFor({ url = "" }: IncomingMessage): { file?: string; worker?: string } {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  if (pathname.startsWith(BASE)) return { file: pathname.slice(BASE.length) };
  const isWorker = searchParams.has("worker_file") && FOLDERS.some((folder) => pathname.startsWith(`/${folder}/`));
  return isWorker ? { worker: `${basename(pathname, ".ts")}.js` } : {};
}

/**
 * For tests only: serves a worker as a few files with lazily loaded parts, as in the product. Served file by file it would request 66
 * modules before its first job, and those of each job, every time one is started: about two seconds of CPU time.
 */
export const bundledWorkers = (): Plugin => ({
  name: "bundled-workers",
  configureServer({ middlewares, config }) {
    const send = (response: ServerResponse, name: string, body: string | Uint8Array | undefined) => {
      response.statusCode = body === undefined ? 404 : 200;
      for (const [header, value] of Object.entries(config.server.headers ?? {})) if (value !== undefined) response.setHeader(header, value);
      response.setHeader("content-type", TYPES[extname(name)] ?? "application/octet-stream");
      response.setHeader("cache-control", "max-age=3600");
      response.end(body);
    };
    middlewares.use((request, response, next) => {
      const { file, worker } = askedFor(request);
      if (worker) send(response, worker, `import ${JSON.stringify(BASE + worker)};`);
      else if (file) {
        ofTheRun.bundledWorkers ??= bundle();
        ofTheRun.bundledWorkers.then((files) => send(response, file, files.get(file))).catch(next);
      } else next();
    });
  },
});
