import * as v from "valibot";
import * as messages from "../messages";
import { operation } from "../operation";
import { Problem } from "../problem";
import { scopesSchema, timestamp } from "../schemas";

const iso = (moment: number) => new Date(moment).toISOString();

export const generateKey = operation({
  id: "generateKey",
  method: "POST",
  path: "/v1/auth/generate-key",
  tag: "Authentication",
  summary: "Generate API Key",
  description:
    "Creates a key with the requested scopes. It is returned once and stored only as a hash. The bearer token is an access token of this device.",
  access: "bearer",
  body: v.object({ scope: scopesSchema, description: v.optional(v.pipe(v.string(), v.maxLength(200)), "") }),
  status: 201,
  response: v.object({ api_key: v.string(), created_at: timestamp, scope: scopesSchema, expires_at: timestamp }),
  example: { body: { scope: ["trading", "data", "backtest"], description: "Research notebook" } },
  async answer({ body, services }) {
    const scope = [...new Set(body.scope)];
    const issued = await services.vault.issueKey({ scope, description: body.description }, services.now());
    if (!issued) throw new Problem(422, "too-many-keys", messages.tooManyKeys);
    return { api_key: issued.key, created_at: iso(issued.createdAt), scope, expires_at: iso(issued.expiresAt) };
  },
});

export const validateKey = operation({
  id: "validateKey",
  method: "GET",
  path: "/v1/auth/validate",
  tag: "Authentication",
  summary: "Validate Key",
  description: "Whether the key is valid, its scopes, and the requests left this month.",
  access: [],
  status: 200,
  response: v.object({
    valid: v.boolean(),
    scope: scopesSchema,
    expires_at: timestamp,
    rate_limit: v.object({ remaining: v.number(), limit: v.number(), reset_at: timestamp }),
  }),
  async answer({ key, services }) {
    const { keyed, limit, resetAt } = await services.vault.usage(services.now());
    const rate_limit = { remaining: Math.max(0, limit - keyed), limit, reset_at: iso(resetAt) };
    return { valid: true, scope: key?.scope ?? [], expires_at: iso(key?.expiresAt ?? 0), rate_limit };
  },
});
