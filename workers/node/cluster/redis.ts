import { Redis } from "ioredis";
import { UsageError } from "../command/usage-error";

const OLDEST = [6, 2];

/** Relevant properties of a Redis server. */
interface RedisFacts {
  version: string;
  policy: string;
  appendOnly: boolean;
  usedBytes: number;
}

const infoOf = (text: string, key: string): string => new RegExp(`^${key}:(.*?)\\r?$`, "m").exec(text)?.[1] ?? "";

function factsOf(info: string): RedisFacts {
  return {
    version: infoOf(info, "redis_version"),
    policy: infoOf(info, "maxmemory_policy"),
    appendOnly: infoOf(info, "aof_enabled") === "1",
    usedBytes: Number(infoOf(info, "used_memory")),
  };
}

/** Why a Redis server cannot be used; null if it can. */
export function refusalOf({ version, policy }: Pick<RedisFacts, "version" | "policy">): string | null {
  const [major, minor] = version.split(".").map(Number);
  const old = !(major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]));
  if (old) return `Redis ${version || "of an unknown version"} is too old: ${OLDEST.join(".")} or newer is needed.`;
  if (policy !== "noeviction") {
    return `Redis may evict queue entries: its maxmemory-policy is ${policy || "unknown"}. Set it to noeviction.`;
  }
  return null;
}

/** Host and port of an address, without the password. */
function hostOf(url: string): string {
  const { host } = new URL(url);
  return host;
}

export const factsOfRedis = async (redis: Redis): Promise<RedisFacts> => factsOf(await redis.info());

/**
 * Opens Redis, or throws with the reason it cannot be used.
 * @param url redis:// or, encrypted, rediss://
 * @param warn called with risky settings
 */
export async function openRedis(url: string, warn: (words: string) => void): Promise<Redis> {
  if (!/^rediss?:\/\//i.test(url) || !URL.canParse(url))
    throw new UsageError("--redis takes a URL: redis://host:6379, or rediss:// for TLS.");
  const first = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0, connectTimeout: 10_000 });
  let reason = "";
  first.on("error", (error: Error & { code?: string }) => {
    reason = error.message || error.code || "";
  });
  let facts: RedisFacts;
  try {
    await first.connect();
    facts = await factsOfRedis(first);
  } catch (error) {
    throw new UsageError(`Redis at ${hostOf(url)} cannot be reached: ${reason || (error as Error).message}`);
  } finally {
    first.disconnect();
  }
  const refusal = refusalOf(facts);
  if (refusal !== null) throw new UsageError(refusal);
  if (!facts.appendOnly) warn("Redis has no append-only file: queued work is lost if it stops. Set appendonly to yes.");
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  // Workers report lost connections; the client reconnects by itself.
  redis.on("error", () => undefined);
  return redis;
}
