import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { checkInput, type Issue, MAX_FIELD, MAX_ISSUES } from "../check-input";
import { crashed } from "../runtime/messages";
import * as messages from "./messages";
import { openApi } from "./openapi";
import type { Operation } from "./operation";
import { operations as common } from "./operations/index";
import { Problem, problemBody } from "./problem";
import { BodyHold, readForm, readJson } from "./read-body";
import type { ApiServices } from "./services";
import type { KeyEntry } from "./vault";

/** Path of the OpenAPI description. */
export const OPENAPI_PATH = "/api/openapi.json";
/** Responses are private to the user, and change. */
const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/** Whether a path belongs to the API: `/v1` and below, and below `/api`; `/api` itself is a screen when opened with GET or HEAD. */
export const isApiPath = (path: string, method = "GET"): boolean =>
  /^\/(?:v1(?:\/|$)|api\/)/.test(path) || (path === "/api" && method !== "GET" && method !== "HEAD");

/**
 * Whether a request was submitted by an HTML form. The app only uses fetch, so a navigation with a body is a form, possibly on another site,
 * which a key cannot prevent for operations that need none.
 */
export const isForm = ({ mode, method }: Pick<Request, "mode" | "method">): boolean =>
  mode === "navigate" && method !== "GET" && method !== "HEAD";

const refusedFields = (status: 400 | 422, issues: Issue[]) => new Problem(status, "bad-input", messages.invalid, { issues });

/** The query of a request. Unknown and repeated parameters would have no effect, so they are refused. */
function queryOf({ query }: Operation, given: URLSearchParams): Record<string, string> {
  const known = query && "entries" in query ? (query.entries as object) : {};
  const names = Object.keys(known).join(", ") || "none";
  const issues = [...new Set(given.keys())].flatMap((name): Issue[] => {
    const isKnown = Object.hasOwn(known, name);
    if (isKnown && given.getAll(name).length === 1) return [];
    const message = isKnown ? messages.repeatedParameter : messages.unknownParameter({ names });
    return [{ field: name.slice(0, MAX_FIELD), message }];
  });
  if (issues.length > 0) throw refusedFields(400, issues.slice(0, MAX_ISSUES));
  return Object.fromEntries(given);
}

function checked<Output>(schema: v.GenericSchema<unknown, Output> | undefined, value: unknown, status: 400 | 422): Output {
  if (!schema) return undefined as Output;
  const { output, issues } = checkInput(schema, value);
  if (issues) throw refusedFields(status, issues);
  return output;
}

async function holder(operation: Operation, request: Request, services: ApiServices): Promise<KeyEntry | null> {
  const { access } = operation;
  if (access === "open") return null;
  if (access === "bearer") {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (token && (await services.vault.knowsToken(token))) return null;
    throw new Problem(401, "unauthorized", messages.bearer, {}, { "WWW-Authenticate": 'Bearer realm="Prospect"' });
  }
  const key = request.headers.get("x-api-key");
  if (!key) throw new Problem(401, "unauthorized", messages.keyMissing);
  const entry = await services.vault.find(key, services.now());
  if (!entry) throw new Problem(401, "unauthorized", messages.keyInvalid);
  if (access.length > 0 && !access.some((scope) => entry.scope.includes(scope))) {
    throw new Problem(403, "forbidden", messages.scope({ scopes: access.join(", ") }));
  }
  return entry;
}

/** Counts one request against the monthly limit and reports it in the headers. */
async function spend(context: Context, services: ApiServices): Promise<void> {
  const now = services.now();
  const left = await services.vault.spend(now);
  const { limit, resetAt } = await services.vault.usage(now);
  const reset = {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(left ?? 0),
    "X-RateLimit-Reset": new Date(resetAt).toISOString(),
  };
  if (left === null) {
    throw new Problem(
      429,
      "limit-reached",
      messages.limitReached,
      {},
      { ...reset, "Retry-After": String(Math.ceil((resetAt - now) / 1000)) },
    );
  }
  for (const [name, value] of Object.entries(reset)) context.header(name, value);
}

async function answer(operation: Operation, context: Context, services: ApiServices): Promise<Response> {
  const { raw } = context.req;
  const key = await holder(operation, raw, services);
  if (key) await spend(context, services);
  const params = checked(operation.params, context.req.param(), 400);
  const query = checked(operation.query, queryOf(operation, new URL(raw.url).searchParams), 400);
  const read = operation.bodyType === "form" ? readForm : readJson;
  const hold = new BodyHold();
  try {
    const body = operation.body && checked(operation.body, await read(raw, hold), 422);
    const value = await operation.answer({ params, query, body, services, key, signal: raw.signal });
    return context.json(value as never, operation.status);
  } finally {
    hold.release();
  }
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);

/**
 * The HTTP API: the same app in the service worker, in a worker of the page, and in tests.
 * @param own additional operations of a host
 */
export function createApi(services: ApiServices, own: readonly Operation[] = []): Hono {
  const app = new Hono();
  const operations = [...common, ...own];
  const description = openApi(operations);
  const known = [...operations, { method: "GET", path: OPENAPI_PATH }].map(({ method, path }) => ({ method, pattern: patternOf(path) }));

  app.use(async (context, next) => {
    if (isForm(context.req.raw)) return refuse(context, new Problem(403, "forbidden", messages.form));
    const began = performance.now();
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    // Screens and probes fetch the description, which does not count as use of the API.
    if (context.req.path === OPENAPI_PATH) return;
    await services.vault.answered(services.now(), performance.now() - began).catch(() => undefined);
    services.changed("api");
  });
  app.get(OPENAPI_PATH, (context) => context.json(description));
  for (const operation of operations) app.on(operation.method, operation.path, (context) => answer(operation, context, services));

  app.notFound((context) => {
    const allowed = known.filter(({ pattern }) => pattern.test(context.req.path)).map(({ method }) => method);
    const problem =
      allowed.length > 0
        ? new Problem(405, "wrong-method", messages.wrongMethod({ allowed: allowed.join(" or ") }), {}, { Allow: allowed.join(", ") })
        : new Problem(404, "not-found", messages.noOperation);
    return refuse(context, problem);
  });
  app.onError((error, context) => {
    if (error instanceof Problem) return refuse(context, error);
    console.error(error);
    return refuse(context, new Problem(500, "crashed", crashed));
  });
  return app;
}

function refuse(context: Context, problem: Problem): Response {
  for (const [name, value] of Object.entries(problem.headers)) context.header(name, value);
  return context.json(problemBody(problem), problem.status);
}
