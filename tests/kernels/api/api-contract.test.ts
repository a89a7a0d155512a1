import { afterAll, expect, it, vi } from "vitest";
import { failBecause, succeed, verbatim } from "../../../workers/contract";
import { memoryApi } from "../../fixtures/api";
import { holdToContract } from "../../fixtures/api-contract";
import { CONTRACT_PRICES } from "../../fixtures/contract-calls";
import { testSeries } from "../../fixtures/series";
import { testContext } from "../context";

const HOST = "http://prospect.test";
const context = await testContext();
const series = ["SPY", "Oil"].map((name, i) => ({
  ...testSeries(
    `hash ${i}`,
    CONTRACT_PRICES.map((price) => price + i),
  ),
  name,
}));
const { app, services } = memoryApi(context, series);
vi.spyOn(console, "error");
afterAll(() => vi.restoreAllMocks());

const now = Date.now();
const portfolios = [
  {
    holdings: [
      { hash: "hash 0", name: "SPY", weight: 0.5 },
      { hash: "hash 1", name: "Oil", weight: 0.3 },
    ],
  },
];
const record = { createdAt: now, changedAt: now, removedAt: null };
await services.records.save({ id: "client", kind: "client", ...record, body: { name: "A", note: "", portfolios } });
await holdToContract({
  host: HOST,
  fetch: async (request) => app.fetch(request),
  token: await services.vault.issueToken(now),
  operations: 14,
});

it("returns 503 where nothing can compute, and 500 only for internal errors", async () => {
  const { app: bare, services: own } = memoryApi(context, []);
  const issued = await own.vault.issueKey({ scope: ["data"], description: "" }, Date.now());
  const ask = () => bare.fetch(new Request(`${HOST}/v1/data/summary?symbols=A`, { headers: { "X-API-Key": issued?.key ?? "" } }));
  own.ask = async () => failBecause("not-loaded", verbatim("no page"));
  expect((await ask()).status).toBe(503);
  own.ask = async () => succeed(undefined as never);
  expect((await ask()).status).toBe(200);
});

it("no call caused an internal error", () => expect(vi.mocked(console.error)).not.toHaveBeenCalled());
