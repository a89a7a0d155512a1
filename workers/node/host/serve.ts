import { mkdirSync, statSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { type WebSocket, WebSocketServer } from "ws";
import { type ApiServices, Vault } from "../../api";
import type { Count, Millis } from "../../contract";
import { isLoopback } from "../../origin";
import { UsageError } from "../command/usage-error";
import { lockFile } from "../run/file-lock";
import type { answerHost } from "./answer-host";
import { Batches } from "./batches/batches";
import { ComputePool } from "./compute-pool";
import { EntryFile } from "./entry-file";
import { hostApp } from "./host-app";
import { hostRecords, readPortfolio } from "./host-records";
import { MarketWatch } from "./market-watch";
import { ignoreOtherUpgrades } from "./plain-upgrade";
import type { ClusterWatch } from "./status-page/read-host";
import { HealthProbe } from "./system-health";

/** Options of a host. */
export interface ServeOptions {
  /** Folder with CSV and Parquet files. */
  data: string;
  port: number;
  /** Address it listens on. */
  host: string;
  /** Folder of keys, strategies and limits. */
  state: string;
  /** File of the portfolio; null for none. */
  portfolio: string | null;
  /** Origins of pages that may call, besides those of this machine. */
  origins: string[];
  threads: Count;
  /** Redis of the cluster whose status is shown; null for none. */
  redis: string | null;
  /** Whether a new access token is made. */
  newToken: boolean;
}

export interface Host {
  /** Address at which it answers. */
  url: string;
  /** A new access token, which is shown once; null if none was created. */
  token: string | null;
  stop(): Promise<void>;
}

const MAX_MESSAGE = 64 << 10;
/** Overlong addresses are refused by the app, with a message. */
const MAX_HEADERS = 256 << 10;
/** Ping interval: a socket that has not answered the last ping is gone. */
const PULSE: Millis = 30_000;
/** Time limit for receiving a request, headers and body. */
const ARRIVAL: Millis = 120_000;

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Terminates connections whose peer has disappeared. */
function keepPulse(sockets: WebSocketServer): () => void {
  const silent = new WeakSet<WebSocket>();
  sockets.on("connection", (socket) => socket.on("pong", () => silent.delete(socket)));
  const timer = setInterval(() => {
    for (const socket of sockets.clients) {
      if (silent.has(socket)) socket.terminate();
      silent.add(socket);
      socket.ping();
    }
  }, PULSE);
  return () => clearInterval(timer);
}

function servicesOf({ data, state, portfolio }: ServeOptions, shelf: EntryFile, pool: ComputePool): ApiServices {
  return {
    vault: new Vault(shelf),
    records: hostRecords(new EntryFile(join(state, "records.jsonl")), portfolio),
    // The thread returns the answer type of this kind of question.
    ask: async (kind, question, signal) =>
      (await pool.ask<typeof answerHost>("answer-host", { folder: data, kind, question: await carried(question) }, signal)) as never,
    changed: () => undefined,
    now: Date.now,
  };
}

/** A question prepared for a thread: an upload as a plain Blob, which Node can transfer. */
async function carried(question: object): Promise<object> {
  return "file" in question && question.file instanceof Blob
    ? { ...question, file: new Blob([await question.file.arrayBuffer()]) }
    : question;
}

/** The status of a cluster, read on each request; the queue library is only loaded if there is a cluster. */
async function watchCluster(url: string): Promise<ClusterWatch> {
  const [{ openRedis }, { readStatus }] = await Promise.all([import("../cluster/redis"), import("../cluster/status")]);
  const redis = await openRedis(url, (words) => console.error(words));
  return { read: () => readStatus(redis), end: () => redis.disconnect() };
}

/** Starts a host; throws a `UsageError` if that is impossible with these options. */
export async function serve(options: ServeOptions): Promise<Host> {
  const { host, port, state, origins, threads, portfolio, redis } = options;
  const data = resolve(options.data);
  if (!isFolder(data)) throw new UsageError(`There is no folder ${options.data}.`);
  if (portfolio !== null) readPortfolio(portfolio);
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const unlock = lockFile(join(state, "api.jsonl"));
  const pool = new ComputePool(threads);
  const shelf = new EntryFile(join(state, "api.jsonl"));
  const api = servicesOf({ ...options, data }, shelf, pool);
  const watch = new MarketWatch(data, pool);
  const gate = { origins: origins.map((origin) => new URL(origin).origin), loopback: isLoopback({ hostname: bracketed(host) }) };
  const batches = new Batches(pool, data, state);
  const cluster = redis === null ? null : await watchCluster(redis);
  const status = { batches, pool, health: new HealthProbe(data), cluster };
  const app = hostApp({ api, status, batches, folder: data, pool, watch, health: new HealthProbe(data) }, gate);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE });
  const stopPulse = keepPulse(sockets);
  const calls = new Set<Promise<Response>>();
  const server = createAdaptorServer({
    fetch: (request, env) => {
      const call = Promise.resolve(app.fetch(request, env)).finally(() => calls.delete(call));
      calls.add(call);
      return call;
    },
    websocket: { server: sockets },
    serverOptions: { requestTimeout: ARRIVAL, maxHeaderSize: MAX_HEADERS },
    overrideGlobalObjects: false,
  });
  ignoreOtherUpgrades(server as Server);
  const stop = async (): Promise<void> => {
    stopPulse();
    watch.end();
    batches.close();
    const closed = new Promise<void>((done) => server.close(() => done()));
    for (const socket of sockets.clients) socket.close(1001, "the host stops");
    await Promise.race([Promise.allSettled(calls), wait(MAX_DRAIN, undefined, { ref: false })]);
    if ("closeIdleConnections" in server) server.closeIdleConnections();
    await Promise.race([closed, wait(GRACE, undefined, { ref: false })]);
    if ("closeAllConnections" in server) server.closeAllConnections();
    for (const socket of sockets.clients) socket.terminate();
    cluster?.end();
    await pool.end();
    await shelf.close();
    unlock();
  };
  try {
    await new Promise<void>((listening, failed) => {
      server.once("error", failed);
      server.listen(port, host, listening);
    });
    const known = (await api.vault.hasToken()) && !options.newToken;
    const token = known ? null : await api.vault.issueToken(Date.now());
    const { port: taken } = server.address() as AddressInfo;
    return { url: `http://${bracketed(host)}:${taken}`, token, stop };
  } catch (error) {
    await stop();
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new UsageError(`Port ${port} on ${host} is in use: choose another with --port.`);
    if (code === "EACCES" || code === "EADDRNOTAVAIL")
      throw new UsageError(`Cannot listen on ${host}:${port}: ${(error as Error).message}`);
    throw error;
  }
}

/** Time for calls in progress to be answered when it is told to stop, below the 30 s after which Kubernetes kills. */
const MAX_DRAIN: Millis = 25_000;
/** Time for answers to be sent, and for sockets to close. */
const GRACE: Millis = 2000;
const bracketed = (host: string) => (host.includes(":") ? `[${host}]` : host);
