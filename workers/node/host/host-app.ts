import { upgradeWebSocket } from "@hono/node-server";
import { Hono } from "hono";
import { cors } from "hono/cors";
import type { WSContext } from "hono/ws";
import type { WebSocket } from "ws";
import { createApi } from "../../api";
import type { Count, Millis } from "../../contract";
import { batchOperations } from "./batches/batch-operations";
import type { Batches } from "./batches/batches";
import { type Gate, guard, isAllowed } from "./guard";
import { type Line, type MarketServices, MarketSession } from "./market-session";

import type { HostWatch } from "./status-page/read-host";
import { statusApp } from "./status-page/status-app";

/** Maximum bytes buffered for a client that does not read them. */
const MAX_UNREAD = 4 << 20;
const MAX_CONNECTIONS: Count = 200;
/** How long the rest of a refused body is drained. */
const LINGER: Millis = 20_000;
/** Statuses sent while the body is still arriving: too large, or too many requests at once. */
const UNREAD = new Set([413, 503]);
const TRY_LATER = 1013;
const PREFLIGHT_SECONDS = 600;
const TOLD = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"];

const lineOf = (context: WSContext): Line => ({
  send(message) {
    const socket = context.raw as WebSocket;
    if (socket.bufferedAmount > MAX_UNREAD) socket.close(TRY_LATER, "too slow");
    else context.send(JSON.stringify(message));
  },
  close: (code, reason) => context.close(code, reason),
});

/** Drains the rest of a body. */
async function passOver(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), LINGER);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The sender has disconnected.
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends an answer immediately to a client that is still sending: it is complete by its length, but only ends when the rest of the body has
 * been drained. A client that is disconnected while sending may never read it.
 */
async function beforeItsEnd(answer: Response, rest: ReadableStream<Uint8Array>): Promise<Response> {
  const said = new Uint8Array(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  headers.set("Content-Length", String(said.length));
  headers.set("Connection", "close");
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(said);
      await passOver(rest);
      controller.close();
    },
  });
  return new Response(body, { status: answer.status, headers });
}

/** The page's API as a host: the same app behind a guard, plus the market data channel, which a browser cannot serve. */
export function hostApp(services: MarketServices & { batches: Batches; status: HostWatch }, gate: Gate): Hono {
  const app = new Hono();
  const api = createApi(services.api, batchOperations(services.batches));
  const sessions = new Set<MarketSession>();
  app.use(guard(gate));
  app.get(
    "/v1/market-data",
    upgradeWebSocket((context) => {
      const key = context.req.header("x-api-key") ?? null;
      let session: MarketSession | null = null;
      const end = () => {
        if (session) sessions.delete(session);
        session?.end();
      };
      return {
        onOpen: (_, line) => {
          if (sessions.size >= MAX_CONNECTIONS) return line.close(TRY_LATER, "too many connections");
          session = new MarketSession(lineOf(line), services, key);
          sessions.add(session);
        },
        onMessage: ({ data }) => session?.take(data),
        onClose: end,
        onError: end,
      };
    }),
  );
  app.use(
    cors({
      origin: (origin) => (isAllowed(origin, gate) ? origin : null),
      allowMethods: ["GET", "POST", "DELETE"],
      allowHeaders: ["Content-Type", "Authorization", "X-API-Key"],
      exposeHeaders: TOLD,
      maxAge: PREFLIGHT_SECONDS,
    }),
  );
  app.route("/status", statusApp(services.status, services.api.vault));
  app.all("*", async (context) => {
    const { raw } = context.req;
    const answer = await api.fetch(raw);
    return UNREAD.has(answer.status) && raw.body && !raw.body.locked ? beforeItsEnd(answer, raw.body) : answer;
  });
  return app;
}
