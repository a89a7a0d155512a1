import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished } from "vitest";
import { findRedis } from "../../scripts/redis.mjs";
import { COMMAND, ended, folder, jsonOf, start, writePrices } from "./command";

const server = findRedis();

/** Tests that need a Redis; without one, they are reported as skipped. */
export const onRedis = (name: string, tests: () => void) =>
  server ? describe(name, tests) : describe.skip(`${name} (skipped: no redis-server is installed; REDIS_SERVER names one)`, tests);

export async function freePort(): Promise<number> {
  const listener = createServer();
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  await new Promise((done) => listener.close(done));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** A separate Redis with an append-only file in a folder; `settings` are its command-line arguments. */
export class RedisServer {
  private child: ChildProcessWithoutNullStreams | null = null;

  private constructor(
    readonly port: number,
    private readonly dir: string,
    private readonly settings: string[],
  ) {}

  static async start(dir: string, ...settings: string[]): Promise<RedisServer> {
    const redis = new RedisServer(await freePort(), dir, settings);
    await redis.start();
    return redis;
  }

  async start(): Promise<void> {
    const { port, dir, settings } = this;
    const own = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", "", "--appendonly", "yes"];
    const child = spawn(server ?? "", [...own, ...settings]);
    this.child = child;
    await new Promise<void>((ready, failed) => {
      let said = "";
      child.stdout.on("data", (piece) => {
        said += piece;
        if (said.includes("Ready to accept connections")) ready();
      });
      child.once("exit", () => failed(new Error(`Redis has ended: ${said}`)));
    });
  }

  async end(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  /** Address of one of its databases, which are isolated from each other. */
  url(database: number): string {
    return `redis://127.0.0.1:${this.port}/${database}`;
  }
}

export const SERIES = 60;
export const nameOf = (k: number) => `s${String(k).padStart(3, "0")}.csv`;

/** The series for all tests of a file, written once. */
export function writeSeries(path: string): void {
  mkdirSync(join(path, "prices"));
  for (let k = 0; k < SERIES; k++) writePrices(join(path, "prices", nameOf(k)), k, 1500);
}

/** A test's own shared folder with those series. */
export function sharedFolder(series: string): string {
  const path = folder();
  cpSync(join(series, "prices"), join(path, "prices"), { recursive: true, preserveTimestamps: true });
  return path;
}

export interface Faults {
  FAULT_FILE?: string;
  FAULT_SIGNAL?: string;
  FAULT_ONCE?: string;
  FULL?: string;
}

/** A cluster worker with one thread and short timeouts, ended with its test. */
export function startWorker(redis: string, data: string, faults: Faults = {}) {
  const options = ["--redis", redis, "--data", data, "--threads", "1", "--patience", "1"];
  const preload = ["--import", resolve("tests/node/faults.mjs")];
  const child = spawn(process.execPath, [...preload, COMMAND, "worker", ...options], { env: { ...process.env, ...faults } });
  let words = "";
  child.stderr.on("data", (piece) => {
    words += piece;
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  return { child, said: () => words };
}

export const ASK = ["fit", "garch", "prices", "--dist", "t"];

/** Starts a run on a cluster, from an unrelated folder. */
export function startRun(redis: string, output: string, ...rest: string[]) {
  const child = start("/", ...ASK, "-o", output, "--redis", redis, "--part", "0.02", "--json", ...rest);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

export async function summaryOf(child: ReturnType<typeof start>) {
  const end = await ended(child);
  return { ...end, summary: end.out === "" ? null : jsonOf(end).summary };
}

/** Number of parts with results in the shared folder. */
export function answeredParts(data: string): number {
  const root = join(data, ".prospect");
  if (!existsSync(root)) return 0;
  return readdirSync(root, { recursive: true }).filter((name) => String(name).endsWith(".rows")).length;
}

/** Waits until that many parts are answered. */
export const untilParts = (data: string, least: number) =>
  expect.poll(() => answeredParts(data), { interval: 10, timeout: 20_000 }).toBeGreaterThanOrEqual(least);
