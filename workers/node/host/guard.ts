import type { Context, MiddlewareHandler } from "hono";
import { apiTexts, isForm, Problem, problemBody } from "../../api";
import { isLoopback } from "../../origin";

/** Who may call a host. */
export interface Gate {
  /** Origins whose pages may call besides those of this machine. */
  origins: readonly string[];
  /** Whether it listens on this machine alone. */
  loopback: boolean;
}

/** Whether pages of an origin may call: those of this machine, and those that were named. */
export const isAllowed = (origin: string, { origins }: Gate): boolean =>
  origins.includes(origin) || (/^https?:/.test(origin) && URL.canParse(origin) && isLoopback(new URL(origin)));

const isPosted = (method: string) => !["GET", "HEAD", "OPTIONS"].includes(method);

/** Why a request may not be answered, whoever sends it; null where it may. */
function refusalOf({ method, url, headers }: Request, gate: Gate): Problem | null {
  // Another site's name that was made to mean this machine: its pages would count as ours.
  if (gate.loopback && !isLoopback(new URL(url))) return new Problem(403, "forbidden", apiTexts.foreignHost);
  const origin = headers.get("origin");
  if (origin !== null && !isAllowed(origin, gate)) return new Problem(403, "forbidden", apiTexts.foreignOrigin({ origin }));
  // A request of Node has no mode; the browser that sent it says it in a header.
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
    // A page from the network asks before it may call this machine.
    if (context.req.header("access-control-request-private-network") === "true") {
      context.header("Access-Control-Allow-Private-Network", "true");
    }
    await next();
  };
