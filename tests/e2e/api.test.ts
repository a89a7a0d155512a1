import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { answerCuriosity, answerLyapunov, answerMarkov } from "../../workers/api/answers/analyses";
import { runBacktest } from "../../workers/backtest/jobs/run-backtest";
import { readSeries } from "../../workers/ingest/jobs/read-series";
import { resultOf } from "../fixtures/failure-text";
import { itInAll } from "../fixtures/in-all";
import { testContext } from "../kernels/context";
import { issueToken } from "./api-key";
import { sharedSession } from "./browser";
import { sharedTab } from "./shared-tab";

const session = sharedSession({ serviceWorker: "installed" });
let page: Page;
let csv: string;

/** The last 600 rows of the sample, with a range around each close. */
function bars(text: string): string {
  const rows = text.trim().split("\n").slice(-600);
  const range = (line: string) => {
    const [date, close] = line.split(",");
    return `${date},${Number(close) * 1.01},${Number(close) * 0.99},${close}`;
  };
  return ["Date,High,Low,Close", ...rows.map(range)].join("\n");
}

beforeAll(async () => {
  csv = bars(await readFile("public/samples/wti_1986_2019.csv", "utf8"));
});
sharedTab(
  async () => {
    const tab = await session.current.open("/garch-model");
    await tab.getByRole("button", { name: "WTI crude oil" }).first().click();
    await tab.getByText("8,", { exact: false }).first().waitFor();
    await tab.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await session.current.context.setOffline(true);
    return tab;
  },
  (tab) => {
    page = tab;
  },
);

const upload = (path: string) =>
  page.evaluate(
    async ([address, text]) => {
      const form = new FormData();
      form.set("file", new File([text], "wti.csv", { type: "text/csv" }));
      const response = await fetch(address, { method: "POST", body: form });
      return { status: response.status, body: await response.json() };
    },
    [path, csv],
  );

interface CallOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}
const call = (path: string, { method = "GET", body, headers = {} }: CallOptions = {}) =>
  page.evaluate(
    async ([address, options]) => {
      const { method: verb, text, headers: sent } = options;
      const response = await fetch(address, { method: verb, headers: sent, body: text });
      return { status: response.status, body: await response.json() };
    },
    [
      path,
      { method, text: body === undefined ? undefined : JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } },
    ] as const,
  );

it("answers the three analyses offline, with the same numbers as the jobs the screens run", async () => {
  const context = await testContext();
  const file = new Blob([csv]);
  for (const [path, answer] of [
    ["/api/market-curiosity/analyze", answerCuriosity],
    ["/api/markov-regime", answerMarkov],
    ["/api/lyapunov", answerLyapunov],
  ] as const) {
    const expected = await answer({ file }, context);
    const { status, body } = await upload(path);
    expect({ path, status, body }).toEqual({ path, status: 200, body: JSON.parse(JSON.stringify(expected.ok && expected.value)) });
  }
});

it("generates a key, saves a strategy and backtests it on a dataset of the workspace as the Backtester's job does", async () => {
  const token = await issueToken(page);
  const scope = ["trading", "data", "backtest"];
  const generated = await call("/v1/auth/generate-key", {
    method: "POST",
    body: { scope, description: "" },
    headers: { Authorization: `Bearer ${token}` },
  });
  expect([generated.status, generated.body.scope]).toEqual([201, scope]);
  const headers = { "X-API-Key": generated.body.api_key as string };
  const strategy = {
    name: "Mean reversion",
    type: "mean_reversion",
    parameters: { lookback_period: 20, entry_threshold: 2, exit_threshold: 0.5 },
    risk_constraints: { max_position_size: 1_000_000, stop_loss: 0.02 },
  };
  const created = await call("/v1/strategies", { method: "POST", body: strategy, headers });
  expect([created.status, created.body.parameter_validation]).toEqual([201, { status: "passed", warnings: [] }]);
  const question = { strategy_id: created.body.strategy_id, start_date: "2016-01-04", end_date: "2018-12-31", initial_capital: 1_000_000 };
  const answered = await call("/v1/backtest", { method: "POST", body: { ...question, instruments: ["wti CRUDE oil"] }, headers });
  const context = await testContext();
  const text = await readFile("public/samples/wti_1986_2019.csv", "utf8");
  const series = resultOf(await readSeries({ source: text, name: "wti", origin: "file" }, context));
  const report = resultOf(
    await runBacktest(
      {
        bars: { close: series.columns[series.primary].values },
        times: series.times,
        strategy: {
          type: "mean-reversion",
          parameters: { lookback: 20, threshold: 2, exitThreshold: 0.5, stopLoss: 0.02, takeProfit: 0 },
        },
        startDate: Date.UTC(2016, 0, 4),
        endDate: Date.UTC(2018, 11, 31),
        initialCapital: 1_000_000,
      },
      context,
    ),
  );
  const { metrics, trades, openTrade } = report;
  expect(answered.body.metrics).toEqual({
    total_return: metrics.returns,
    sharpe_ratio: metrics.sharpeRatio,
    max_drawdown: metrics.maxDrawdown,
    win_rate: metrics.winRate,
  });
  expect(answered.body.trades).toHaveLength(2 * trades.length + (openTrade ? 1 : 0));
  expect(trades.length).toBeGreaterThan(3);
  const summary = await call("/v1/data/summary?symbols=WTI%20crude%20oil", { headers });
  expect(summary.body["WTI crude oil"].last_price).toBe(series.columns[series.primary].values.at(-1));
  for (const status of [200, 200])
    expect((await call(`/v1/strategies/${created.body.strategy_id}`, { method: "DELETE", headers })).status).toBe(status);
  expect((await call("/v1/risk/portfolio", { headers })).status).toBe(404);

  // Key and token are stored only as hashes.
  const kept = await page.evaluate(async () => {
    const found: unknown[] = [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      location.href,
      document.documentElement.outerHTML,
    ];
    for (const entry of performance.getEntries()) found.push(entry.name);
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const all = await new Promise((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        });
        found.push(all);
      }
      database.close();
    }
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    return JSON.stringify(found);
  });
  expect(kept).toContain('"description":""');
  for (const secret of [headers["X-API-Key"], token]) expect(kept).not.toContain(secret.slice(-16));
  expect(session.current.errors.filter((error) => /prospect_|token_/.test(error))).toEqual([]);
});

it("shows its description, and sends refusals as JSON", async () => {
  const description = await call("/api/openapi.json");
  expect([description.status, description.body.openapi, Object.keys(description.body.paths).length]).toEqual([200, "3.1.0", 13]);
  expect(await call("/v1/data/summary?symbols=a")).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  expect(await call("/v1/nothing")).toMatchObject({ status: 404, body: { code: "not-found" } });
  const own = await page.context().newPage();
  const opened = await own.goto(`${session.current.origin}/api/openapi.json`);
  expect(opened?.headers()["content-type"]).toContain("application/json");
  await own.close();
});

itInAll("answers 50 calls at a time while the page that computes is busy", async () => {
  const answers = await page.evaluate(async (text) => {
    const calls = Array.from({ length: 50 }, () => {
      const form = new FormData();
      form.set("file", new File([text], "wti.csv", { type: "text/csv" }));
      return fetch("/api/market-curiosity/analyze", { method: "POST", body: form }).then((answer) => (answer.ok ? "ok" : answer.text()));
    });
    // Blocks the page for longer than the service worker waits for a silent page, repeatedly.
    for (let round = 0; round < 4; round++) {
      const until = performance.now() + 2500;
      while (performance.now() < until);
      await new Promise((done) => setTimeout(done, 50));
    }
    return Promise.all(calls);
  }, csv);
  expect(answers).toEqual(Array.from({ length: 50 }, () => "ok"));
});

it("answers everything that begins with /v1 or /api itself, dots included", async () => {
  for (const [method, path] of [
    ["DELETE", "/v1/strategies/.."],
    ["DELETE", "/v1/strategies/%2e%2e"],
    ["GET", "/v1"],
    ["GET", "/v1/"],
    ["POST", "/api/../v1/"],
    ["DELETE", "/api"],
    ["GET", "/api/none.html"],
  ] as const) {
    expect({ path, ...(await call(path, { method })) }).toMatchObject({ path, status: 404, body: { code: "not-found" } });
  }
});
