import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";

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
  /** Sent with every file, or with the file at an address. */
  headers?: Record<string, string> | ((path: string) => Record<string, string>);
  /** Whether it has all files in one, too; a test that changes files has the first visit fetch them one by one, as they are now. */
  packed?: boolean;
  /** Hears what pages post. */
  onPost?(body: string): void;
}

/** The production build on a host that only hands out files: no headers unless told, and 404.html where it has no file. */
export async function staticHost({ headers, packed = true, onPost }: HostOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "prospect-host-"));
  cpSync("dist", folder, { recursive: true });
  const pack = readdirSync(join(folder, "assets")).find((name) => name.endsWith(".pack.bin"));
  if (!pack) throw new Error("the build has no pack");
  if (!packed) rmSync(join(folder, "assets", pack));
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
  return {
    origin: `http://localhost:${address.port}`,
    folder,
    /** All files in one. */
    pack: `/assets/${pack}`,
    /** Every address that was asked for, in that order. */
    asked,
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
