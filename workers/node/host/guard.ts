import type { Context, MiddlewareHandler } from "hono";
import { apiTexts, isForm, Problem, problemBody } from "../../api";
import { isLoopback } from "../../origin";

/** Access rules of a host. */
export interface Gate {
  /** Origins whose pages may call, besides those of this machine. */
  origins: readonly string[];
  /** Whether it only listens on this machine. */
  loopback: boolean;
}

/** Whether pages of an origin may call: those of this machine, and the configured ones. */
export const isAllowed = (origin: string, { origins }: Gate): boolean =>
  origins.includes(origin) || (/^https?:/.test(origin) && URL.canParse(origin) && isLoopback(new URL(origin)));

const isPosted = (method: string) => !["GET", "HEAD", "OPTIONS"].includes(method);

/** Why a request is refused, whoever sends it; null if it is not. */
function refusalOf({ method, url, headers }: Request, gate: Gate): Problem | null {
  // DNS rebinding: another site's name that resolves to this machine, whose pages would count as ours.
  if (gate.loopback && !isLoopback(new URL(url))) return new Problem(403, "forbidden", apiTexts.foreignHost);
  const origin = headers.get("origin");
  if (origin !== null && !isAllowed(origin, gate)) return new Problem(403, "forbidden", apiTexts.foreignOrigin({ origin }));
  // Node's requests have no mode; the browser sends it in a header.
  if (isForm({ mode: headers.get("sec-fetch-mode") as RequestMode, method })) return new Problem(403, "forbidden", apiTexts.form);
  const foreign = origin === null && isPosted(method) && headers.get("sec-fetch-site") === "cross-site";
  return foreign ? new Problem(403, "forbidden", apiTexts.foreignOrigin({ origin: "another site" })) : null;
}

/** Refuses pages of other sites before anything is read or computed. */
export const guard =
  (gate: Gate): MiddlewareHandler =>
  async (context: Context, next) => {
    const problem = refusalOf(context.req.raw, gate);
    if (problem) return context.json(problemBody(problem), problem.status);
    // Private network access: a page from the network asks for permission before it may call this machine.
    if (context.req.header("access-control-request-private-network") === "true") {
      context.header("Access-Control-Allow-Private-Network", "true");
    }
    await next();
  };
