import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { packFiles, unpackFiles } from "../../workers/app-pack";

export const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".csv": "text/csv",
  ".webmanifest": "application/manifest+json",
};

interface HostOptions {
  /** Sent with every file, or by path. */
  headers?: Record<string, string> | ((path: string) => Record<string, string>);
  /** Receives what pages post. */
  onPost?(body: string): void;
}

/** The production build on a static host: no headers by default, and 404.html where there is no file. */
export async function staticHost({ headers, onPost }: HostOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "prospect-host-"));
  cpSync("dist", folder, { recursive: true });
  const pack = readdirSync(join(folder, "assets")).find((name) => name.endsWith(".pack.bin"));
  if (!pack) throw new Error("the build has no pack");
  const asked: string[] = [];
  const read = (path: string) => (statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : null);
  const server = createServer(async (request, response) => {
    if (request.method === "POST") {
      onPost?.(await text(request));
      response.end();
      return;
    }
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    asked.push(pathname);
    const path = pathname === "/" ? "/index.html" : decodeURIComponent(pathname);
    const file = read(join(folder, path));
    response.writeHead(file ? 200 : 404, {
      ...(typeof headers === "function" ? headers(path) : headers),
      "Content-Type": file ? (TYPES[extname(path)] ?? "application/octet-stream") : "text/html",
    });
    response.end(file ?? read(join(folder, "404.html")));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the host has no port");
  const paths = (readdirSync(folder, { recursive: true }) as string[]).map((path) => `/${path.replaceAll("\\", "/")}`);
  /** Rebuilds the pack, for tests that change files before the first visit. */
  const repack = async () => {
    const file = join(folder, "assets", pack);
    const worker = join(folder, "service-worker.js");
    const script = readFileSync(worker, "utf8");
    // The only SHA-256 in it: the other files' revisions are shorter.
    const [digest] = /\b[0-9a-f]{64}\b/.exec(script) ?? [""];
    const packed = await unpackFiles(new Uint8Array(readFileSync(file)), digest);
    if (!packed) throw new Error("the pack is not the one the service worker expects");
    const changed = packFiles(packed.map(({ path }) => ({ path, bytes: new Uint8Array(readFileSync(join(folder, path))) })));
    writeFileSync(file, gzipSync(changed, { level: 1 }));
    writeFileSync(worker, script.replace(digest, createHash("sha256").update(changed).digest("hex")));
  };
  return {
    repack,
    origin: `http://localhost:${address.port}`,
    folder,
    /** All files in one. */
    pack: `/assets/${pack}`,
    /** Every requested address, in order. */
    asked,
    /** Every file of the build that the app may request. */
    files: paths.filter((path) => extname(path) in TYPES && path !== "/404.html"),
    stop: () =>
      new Promise<void>((resolve) => {
        rmSync(folder, { recursive: true, force: true });
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
