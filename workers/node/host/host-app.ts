import { upgradeWebSocket } from "@hono/node-server";
import { Hono } from "hono";
import { cors } from "hono/cors";
import type { WSContext } from "hono/ws";
import type { WebSocket } from "ws";
import { createApi } from "../../api";
import type { Count, Millis } from "../../contract";
import { type Gate, guard, isAllowed } from "./guard";
import { type Line, type MarketServices, MarketSession } from "./market-session";

/** Bytes that may wait to be sent to one who does not read them. */
const MAX_UNREAD = 4 << 20;
const MAX_CONNECTIONS: Count = 200;
/** How long the rest of a body that is too large is passed over. */
const LINGER: Millis = 20_000;
const TRY_LATER = 1013;
const TOO_LARGE = 413;
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

/** Passes over a body that was not read: who is still sending does not hear an answer. @returns whether all of it came in time */
async function isSent({ body }: Request): Promise<boolean> {
  if (!body || body.locked) return false;
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), LINGER);
  try {
    while (!(await reader.read()).done);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** The API of the page as a host: the same app behind a guard, and the market data channel, which a browser cannot open to itself. */
export function hostApp(services: MarketServices, gate: Gate): Hono {
  const app = new Hono();
  const api = createApi(services.api);
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
  app.all("*", async (context) => {
    const response = await api.fetch(context.req.raw);
    if (response.status === TOO_LARGE && !(await isSent(context.req.raw))) response.headers.set("Connection", "close");
    return response;
  });
  return app;
}
