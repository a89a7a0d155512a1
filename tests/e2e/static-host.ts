import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";

const TYPES: Record<string, string> = {
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
  /** Sent with every file. */
  headers?: Record<string, string>;
  /** Hears what pages post. */
  onPost?(body: string): void;
}

/** The production build on a host that only hands out files: no headers unless told, and 404.html where it has no file. */
export async function staticHost({ headers, onPost }: HostOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "prospect-host-"));
  cpSync("dist", folder, { recursive: true });
  const read = (path: string) => (statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : null);
  const server = createServer(async (request, response) => {
    if (request.method === "POST") {
      onPost?.(await text(request));
      response.end();
      return;
    }
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = pathname === "/" ? "/index.html" : decodeURIComponent(pathname);
    const file = read(join(folder, path));
    response.writeHead(file ? 200 : 404, {
      ...headers,
      "Content-Type": file ? (TYPES[extname(path)] ?? "application/octet-stream") : "text/html",
    });
    response.end(file ?? read(join(folder, "404.html")));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the host has no port");
  const paths = (readdirSync(folder, { recursive: true }) as string[]).map((path) => `/${path.replaceAll("\\", "/")}`);
  return {
    origin: `http://localhost:${address.port}`,
    folder,
    /** Every file of the build that the app may ask for. */
    files: paths.filter((path) => extname(path) in TYPES && path !== "/404.html"),
    stop: () =>
      new Promise<void>((resolve) => {
        rmSync(folder, { recursive: true, force: true });
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
