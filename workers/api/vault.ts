import * as v from "valibot";
import { type Count, DAY, type Fraction, type Millis } from "../contract";
import { hexOf } from "../hex";
import { isoMonth } from "../iso-dates";

export const SCOPES = ["trading", "data", "backtest"] as const;
export type Scope = (typeof SCOPES)[number];

/** Calls with a key per month on this device. */
export const MONTHLY_LIMIT: Count = 100_000;
const KEY_LIFE: Millis = 365 * DAY;
export const MAX_KEYS: Count = 1000;
const LATENCIES_KEPT: Count = 101;

/** The vault's storage, with one transaction per change. */
export interface Shelf {
  get(id: string): Promise<unknown>;
  put(entry: { id: string }): Promise<void>;
  delete(id: string): Promise<void>;
  ids(): Promise<string[]>;
  /** Reads and writes an entry in one transaction. */
  update(id: string, change: (before: unknown) => { id: string }): Promise<void>;
}

const moment = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const keySchema = v.object({
  id: v.string(),
  scope: v.array(v.picklist(SCOPES)),
  description: v.string(),
  createdAt: moment,
  expiresAt: moment,
});
const usageSchema = v.object({
  id: v.string(),
  month: v.string(),
  /** Number of calls answered this month, and of those with a key. */
  answered: count,
  keyed: count,
  /** Durations of the latest calls in milliseconds. */
  latencies: v.array(moment),
});
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const limitsSchema = v.object({
  max_position_size: v.nullable(v.pipe(v.number(), v.minValue(0))),
  max_concentration: v.nullable(share),
  stop_loss_level: v.nullable(share),
  var_limit: v.nullable(share),
  max_leverage: v.nullable(v.pipe(v.number(), v.minValue(0))),
});

export type KeyEntry = v.InferOutput<typeof keySchema>;
export interface Limits {
  max_position_size: number | null;
  max_concentration: Fraction | null;
  stop_loss_level: Fraction | null;
  var_limit: Fraction | null;
  max_leverage: number | null;
}

export interface Usage {
  answered: Count;
  keyed: Count;
  limit: Count;
  /** Start of the next month, UTC. */
  resetAt: Millis;
  /** Median of the latest calls; null before the first. */
  latency: Millis | null;
}

const NO_LIMITS: Limits = { max_position_size: null, max_concentration: null, stop_loss_level: null, var_limit: null, max_leverage: null };

const randomSecret = (prefix: string) => `${prefix}_${hexOf(crypto.getRandomValues(new Uint8Array(32)))}`;

/** SHA-256 of a secret, stored in its place. As a secret has 256 random bits, a plain hash resists guessing. */
async function fingerprint(secret: string): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret))));
}

const nextMonth = (now: Millis) => Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + 1, 1);

/** Keys, tokens, usage and limits of the API. Secrets are only stored as hashes. */
export class Vault {
  constructor(private readonly shelf: Shelf) {}

  /** A new access token, the bearer token for generate-key. Shown only once. */
  async issueToken(now: Millis): Promise<string> {
    const token = randomSecret("token");
    await this.shelf.put({ id: `token:${await fingerprint(token)}`, createdAt: now } as { id: string });
    return token;
  }

  async knowsToken(token: string): Promise<boolean> {
    return (await this.shelf.get(`token:${await fingerprint(token)}`)) !== undefined;
  }

  async hasToken(): Promise<boolean> {
    return (await this.shelf.ids()).some((id) => id.startsWith("token:"));
  }

  /** A new key; null if there are too many. */
  async issueKey(request: { scope: Scope[]; description: string }, now: Millis): Promise<(KeyEntry & { key: string }) | null> {
    if ((await this.keys(now)).length >= MAX_KEYS) return null;
    const key = randomSecret("prospect");
    const entry: KeyEntry = { ...request, id: `key:${await fingerprint(key)}`, createdAt: now, expiresAt: now + KEY_LIFE };
    await this.shelf.put(entry);
    return { ...entry, key };
  }

  /** The entry of a key, if it is valid now. */
  async find(key: string, now: Millis): Promise<KeyEntry | null> {
    const parsed = v.safeParse(keySchema, await this.shelf.get(`key:${await fingerprint(key)}`));
    return parsed.success && parsed.output.expiresAt > now ? parsed.output : null;
  }

  async usage(now: Millis): Promise<Usage> {
    const { answered, keyed, latencies } = this.usageOf(await this.shelf.get("usage"), now);
    const sorted = [...latencies].sort((a, b) => a - b);
    const latency = sorted.length > 0 ? sorted[sorted.length >> 1] : null;
    return { answered, keyed, limit: MONTHLY_LIMIT, resetAt: nextMonth(now), latency };
  }

  /** Counts one call against the monthly limit. @returns calls left, or null if the limit was already reached */
  async spend(now: Millis): Promise<Count | null> {
    let left: Count | null = null;
    await this.shelf.update("usage", (before) => {
      const usage = this.usageOf(before, now);
      if (usage.keyed >= MONTHLY_LIMIT) return usage;
      left = MONTHLY_LIMIT - usage.keyed - 1;
      return { ...usage, keyed: usage.keyed + 1 };
    });
    return left;
  }

  async answered(now: Millis, latency: Millis): Promise<void> {
    await this.shelf.update("usage", (before) => {
      const usage = this.usageOf(before, now);
      return { ...usage, answered: usage.answered + 1, latencies: [...usage.latencies, latency].slice(-LATENCIES_KEPT) };
    });
  }

  async limits(): Promise<Limits> {
    const stored = await this.shelf.get("limits");
    const parsed = v.safeParse(limitsSchema, stored);
    return parsed.success ? parsed.output : NO_LIMITS;
  }

  async keepLimits(changes: Partial<Limits>): Promise<Limits> {
    let kept = NO_LIMITS;
    await this.shelf.update("limits", (before) => {
      const parsed = v.safeParse(limitsSchema, before);
      kept = { ...(parsed.success ? parsed.output : NO_LIMITS), ...changes };
      return { id: "limits", ...kept };
    });
    return kept;
  }

  /** Deletes every key and token. */
  async forgetSecrets(): Promise<void> {
    for (const id of await this.shelf.ids()) if (/^(key|token):/.test(id)) await this.shelf.delete(id);
  }

  /** Ids of the keys; at the maximum number, expired ones are deleted first. */
  private async keys(now: Millis): Promise<string[]> {
    const ids = (await this.shelf.ids()).filter((id) => id.startsWith("key:"));
    if (ids.length < MAX_KEYS) return ids;
    const valid: string[] = [];
    for (const id of ids) {
      const parsed = v.safeParse(keySchema, await this.shelf.get(id));
      if (parsed.success && parsed.output.expiresAt > now) valid.push(id);
      else await this.shelf.delete(id);
    }
    return valid;
  }

  private usageOf(stored: unknown, now: Millis): v.InferOutput<typeof usageSchema> {
    const parsed = v.safeParse(usageSchema, stored);
    const latencies = parsed.success ? parsed.output.latencies : [];
    if (parsed.success && parsed.output.month === isoMonth(now)) return parsed.output;
    return { id: "usage", month: isoMonth(now), answered: 0, keyed: 0, latencies };
  }
}
