import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

/** Time limit for a driver command; a page that does not answer by then has stalled. */
const COMMAND_LIMIT = 60_000;

/** A window of WebKitGTK. */
export interface WebKit {
  /** Version of the engine. */
  version: string;
  /** Loads an address; resolves when the page and its scripts have loaded. */
  open(address: string): Promise<void>;
  /** The result of a function run in the page, promises awaited; it is sent as source text, so it uses nothing outside itself. */
  run<Result, Args extends unknown[]>(work: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
  /** Clicks with the mouse on the element that `find` finds in the page. @returns whether there was one */
  click<Args extends unknown[]>(find: (...args: Args) => Element | undefined, ...args: Args): Promise<boolean>;
  /** Sends a WebDriver command for this session. */
  ask<T>(method: string, path: string, body?: object): Promise<T>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

/** A virtual screen. @returns its process, and its display name */
async function startScreen(): Promise<[ChildProcess, string]> {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, "data");
  return [screen, `:${String(number).trim()}`];
}

/** Sends one WebDriver command. */
async function command<T>(base: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(base + path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(COMMAND_LIMIT),
  });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
  return value;
}

async function untilReady(base: string): Promise<void> {
  for (const end = Date.now() + COMMAND_LIMIT; ; ) {
    try {
      await command(base, "GET", "/status");
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((next) => setTimeout(next, 50));
    }
  }
}

/**
 * Starts WebKitGTK's MiniBrowser, with separate storage that ends with it, over WebDriver.
 * @param proxy host and port of a proxy for all of its requests
 */
export async function startWebKit(proxy?: string): Promise<WebKit> {
  const [screen, display] = await startScreen();
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: "x11", LANG: "en_US.UTF-8" },
    stdio: "ignore",
  });
  const base = `http://127.0.0.1:${port}`;
  const stop = () => {
    driver.kill();
    screen.kill();
  };
  try {
    await untilReady(base);
    const { sessionId, capabilities } = await command<{ sessionId: string; capabilities: { browserVersion: string } }>(
      base,
      "POST",
      "/session",
      {
        capabilities: {
          alwaysMatch: {
            timeouts: { script: COMMAND_LIMIT, pageLoad: COMMAND_LIMIT },
            ...(proxy && { proxy: { proxyType: "manual", httpProxy: proxy } }),
          },
        },
      },
    );
    const ask = <T>(method: string, path: string, body?: object) => command<T>(base, method, `/session/${sessionId}${path}`, body);
    await ask("POST", "/window/rect", { width: 1440, height: 900 });
    const run = <T>(work: (...args: never[]) => unknown, args: unknown[]) =>
      ask<T>("POST", "/execute/sync", { script: `return (${work})(...arguments)`, args });
    return {
      version: capabilities.browserVersion,
      ask,
      open: (url) => ask("POST", "/url", { url }),
      run: (work, ...args) => run(work, args),
      async click(find, ...args) {
        const found = await run<Record<string, string> | null>(find, args);
        if (!found) return false;
        await ask("POST", `/element/${Object.values(found)[0]}/click`, {});
        return true;
      },
      async close() {
        await ask("DELETE", "").catch(() => undefined);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}
