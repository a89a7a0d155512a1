import { expect, it, vi } from "vitest";
import { createApi } from "../../workers/api/app";
import { MAX_KEYS, MONTHLY_LIMIT, Vault } from "../../workers/api/vault";
import type { JobContext } from "../../workers/runtime/job";
import { memoryApi, memoryShelf } from "../fixtures/api";

const NOW = Date.UTC(2026, 10, 20, 12);
const request = { scope: ["data" as const], description: "Notebook" };
const HOST = "http://prospect.test";

it("stores only the hash of a key, and recognizes it by the hash", async () => {
  const shelf = memoryShelf();
  const vault = new Vault(shelf);
  const issued = await vault.issueKey(request, NOW);
  const token = await vault.issueToken(NOW);
  const key = issued?.key ?? "";
  expect(key).toMatch(/^prospect_[0-9a-f]{64}$/);
  const kept = JSON.stringify([...shelf.entries]);
  for (const secret of [key, token]) {
    const [, random] = secret.split("_");
    for (let at = 0; at + 12 <= random.length; at++) expect(kept).not.toContain(random.slice(at, at + 12));
  }
  expect(await vault.find(key, NOW)).toMatchObject(request);
  expect(await vault.find(`${key}0`, NOW)).toBeNull();
  expect(await vault.find(token, NOW)).toBeNull();
  expect([await vault.knowsToken(token), await vault.knowsToken(key)]).toEqual([true, false]);
  expect((await vault.issueKey(request, NOW))?.key).not.toBe(key);
});

it("forgets a key after a year, and every key and token on request", async () => {
  const vault = new Vault(memoryShelf());
  const key = (await vault.issueKey(request, NOW))?.key ?? "";
  const token = await vault.issueToken(NOW);
  const year = 365 * 86_400_000;
  expect(await vault.find(key, NOW + year - 1)).not.toBeNull();
  expect(await vault.find(key, NOW + year)).toBeNull();
  await vault.forgetSecrets();
  expect([await vault.find(key, NOW), await vault.knowsToken(token)]).toEqual([null, false]);
});

it("replaces expired keys by new ones, and holds at most a thousand", async () => {
  const vault = new Vault(memoryShelf());
  for (let i = 0; i < MAX_KEYS; i++) await vault.issueKey(request, NOW);
  expect(await vault.issueKey(request, NOW)).toBeNull();
  expect(await vault.issueKey(request, NOW + 400 * 86_400_000)).not.toBeNull();
});

it("counts calls per key up to the limit, and restarts each month", async () => {
  const shelf = memoryShelf(
    new Map([["usage", { id: "usage", month: "2026-11", answered: 7, keyed: MONTHLY_LIMIT - 1, latencies: [9, 3, 4] }]]),
  );
  const vault = new Vault(shelf);
  expect(await vault.spend(NOW)).toBe(0);
  expect(await vault.spend(NOW)).toBeNull();
  const usage = { answered: 7, keyed: MONTHLY_LIMIT, limit: 100_000, resetAt: Date.UTC(2026, 11, 1), latency: 4 };
  expect(await vault.usage(NOW)).toEqual(usage);
  expect(await vault.spend(Date.UTC(2026, 11, 1))).toBe(99_999);
  expect(await vault.usage(Date.UTC(2026, 11, 31))).toMatchObject({ answered: 0, keyed: 1, resetAt: Date.UTC(2027, 0, 1) });
});

it("answers 429 with the remaining calls and the time of the reset", async () => {
  const { app, services, shelf } = memoryApi({} as JobContext, [], () => NOW);
  const key = (await services.vault.issueKey(request, NOW))?.key ?? "";
  const ask = () => app.fetch(new Request(`${HOST}/v1/auth/validate`, { headers: { "X-API-Key": key } }));
  const first = await ask();
  expect(await first.json()).toMatchObject({
    valid: true,
    scope: ["data"],
    rate_limit: { remaining: 99_999, limit: 100_000, reset_at: "2026-12-01T00:00:00.000Z" },
  });
  expect(first.headers.get("x-ratelimit-remaining")).toBe("99999");
  shelf.entries.set("usage", { id: "usage", month: "2026-11", answered: 0, keyed: MONTHLY_LIMIT, latencies: [] });
  const refused = await ask();
  expect([refused.status, refused.headers.get("x-ratelimit-remaining"), refused.headers.get("retry-after")]).toEqual([
    429,
    "0",
    String((Date.UTC(2026, 11, 1) - NOW) / 1000),
  ]);
});

it("never writes a key or token into a log, a record or any answer but the one that creates it", async () => {
  const logs: unknown[] = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void logs.push(words));
  const { services, shelf, records, changes } = memoryApi({} as JobContext, [], () => NOW);
  const token = await services.vault.issueToken(NOW);
  const app = createApi(services);
  const call = async (path: string, method = "GET", body?: unknown) => {
    const response = await app.fetch(
      new Request(HOST + path, {
        method,
        headers: { "X-API-Key": key, Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
    return (await response.text()) + JSON.stringify([...response.headers]);
  };
  let key = "";
  key =
    /prospect_[0-9a-f]{64}/.exec(await call("/v1/auth/generate-key", "POST", { scope: ["data", "trading"], description: "x" }))?.[0] ?? "";
  expect(key).not.toBe("");
  const answers = [
    await call("/v1/auth/validate"),
    await call("/v1/strategies", "POST", { name: 1 }),
    await call("/v1/backtest", "POST", {}),
    await call("/v1/risk/limits", "POST", { max_leverage: 2 }),
    await call("/v1/strategies?page=x"),
    await call("/nowhere"),
  ];
  // An internal error must not reveal it either.
  services.ask = () => Promise.reject(new Error("a bug"));
  answers.push(await call("/v1/data/summary?symbols=A"));
  vi.restoreAllMocks();
  const everything = JSON.stringify([answers, logs.map(String), [...shelf.entries], [...records], changes]);
  for (const secret of [key, token]) expect(everything).not.toContain(secret.slice(-20));
});
