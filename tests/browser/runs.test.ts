import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pool } from "../../src/client/pool";
import { Records } from "../../src/state/records";
import { type RunBody, runSchema } from "../../src/state/run-body";
import { RunBook } from "../../src/state/run-book";
import { draftOf } from "../../src/state/run-draft";
import { dropUnwritten, keepUnwritten, unwrittenRuns } from "../../src/state/run-journal";
import type { RunToRecord } from "../../src/state/run-to-record";
import { failBecause, type Outcome, type Series, succeed, verbatim } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import { failureText, resultOf } from "../fixtures/failure-text";

const closing: (() => void)[] = [];
let names = 0;

beforeEach(() => {
  // The page of a previous file may have been closed during its last run.
  for (const [id] of unwrittenRuns()) dropUnwritten(id);
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A separate list of runs, with the given series as its workspace. */
async function bookOf(series: Series[] = [], most?: number) {
  const spawn = () => new Worker(new URL("../../workers/compute.worker.ts", import.meta.url), { type: "module" });
  const pool = new Pool<Jobs>({ spawn, size: () => 1 });
  const workspace = `runs-${Date.now()}-${++names}`;
  const records = new Records<RunBody>({ pool, workspace, kind: "run", schema: runSchema });
  closing.push(
    () => records.close(),
    () => pool.close(),
  );
  const load = async (hash: string): Promise<Outcome<Series>> => {
    const found = series.find((one) => one.hash === hash);
    return found ? succeed(found) : failBecause("storage", verbatim("gone"));
  };
  return { pool, records, book: new RunBook({ records, pool, load, most }) };
}

const PRICES = "2024-01-02,100\n2024-01-03,101\n2024-01-04,99.5\n2024-01-05,102\n2024-01-08,103";
const read = async (pool: Pool<Jobs>, text: string, origin: "typed" | "pasted") =>
  resultOf(await pool.run("read-series", { source: text, name: "prices", origin }));

/** A run of the Trading Dashboard over a series. */
async function decided(pool: Pool<Jobs>, series: Series, text = "", smaPeriod = 3): Promise<RunToRecord> {
  const settings = { smaPeriod, emaPeriod: 3, rsiPeriod: 2, annualization: 252 };
  const input = { prices: series.columns[series.primary].values, times: series.times, appended: null, news: "strong growth", settings };
  const outcome = await pool.run("analyze-market", input);
  const figures = [{ label: "Recommended Action", value: resultOf(outcome).result.action, unit: "" }];
  const data = { data: { series, text }, csv: { series: null, text: "" } };
  const common = { screen: "/market-analysis", title: "Decision", job: "analyze-market", startedAt: Date.now(), millis: 1 } as const;
  return { ...common, input, data, outcome, figures, settings, content: { news: "strong growth" } };
}

describe("a run", () => {
  it.each(["save-record", "allow-hosts", "issue-api-token"])("from a stranger that asks for %s is not repeated", async (job) => {
    const { pool, book } = await bookOf();
    const series = await read(pool, PRICES, "typed");
    const draft = draftOf(await decided(pool, series, PRICES));
    const workspace = `strangers-${Date.now()}`;
    const record = { id: "x", kind: "client", createdAt: 1, changedAt: 1, removedAt: null, body: {} };
    const input = JSON.stringify({ workspace, hosts: ["https://evil.example"], record });
    const run: RunBody = { ...draft, job, input, digest: "a" };
    for (const outcome of [await book.rerun(run), await book.answer(run)]) {
      expect(outcome.ok ? "" : failureText(outcome.failure)).toContain("cannot be repeated");
    }
    await book.adopt("x", { ...run, digest: null });
    expect(resultOf(await pool.run("list-records", { workspace, kind: "client", tidy: false }, { cache: false })).records).toEqual([]);
  });

  it.each(["no-such-job", "constructor", "__proto__"])(
    "of a job called %s is refused, as this version has none of that name",
    async (job) => {
      const { pool, book } = await bookOf();
      const draft = draftOf(await decided(pool, await read(pool, PRICES, "typed"), PRICES));
      const refused = { code: "bad-input", reason: "runtime/unknownJob" };
      expect(await book.rerun({ ...draft, job, input: "{}", digest: "a" })).toMatchObject({ ok: false, failure: refused });
    },
  );

  it("is kept with its data, settings and versions, and reproduces the same bits", async () => {
    const series: Series[] = [];
    const { pool, records, book } = await bookOf(series);
    series.push(await read(pool, PRICES, "pasted"));
    const kept = await book.record(await decided(pool, series[0]));
    expect(records.read().records).toHaveLength(1);
    expect(kept?.body).toMatchObject({
      datasets: [{ field: "data", hash: series[0].hash, name: "prices", length: 5, text: null }],
      fields: ["data", "csv"],
      obstacle: null,
      pinned: false,
      note: "",
      seed: null,
    });
    expect(kept?.body.kernels).toMatch(/^[0-9a-f]{16}$/);
    expect(kept?.body.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(resultOf(await book.rerun(kept?.body as RunBody))).toEqual({ same: true, differs: [], computedWith: null });
  });

  it("of typed numbers parses them again from the text", async () => {
    const { pool, book } = await bookOf();
    const series = await read(pool, "100, 101, 103, 102", "typed");
    const kept = await book.record(await decided(pool, series, "100, 101, 103, 102"));
    expect(resultOf(await book.rerun(kept?.body as RunBody)).same).toBe(true);
    const changed = { ...(kept?.body as RunBody), datasets: [{ field: "data", hash: series.hash, name: "x", length: 4, text: "1, 2, 3" }] };
    const refused = await book.rerun(changed);
    expect(refused.ok ? "" : failureText(refused.failure)).toBe("The data of this run has changed");
  });

  it("that differs says in what, and which version it was computed with", async () => {
    const series: Series[] = [];
    const { pool, book } = await bookOf(series);
    series.push(await read(pool, PRICES, "pasted"));
    const kept = await book.record(await decided(pool, series[0]));
    const other = await book.record(await decided(pool, series[0], "", 2));
    const body = { ...(kept?.body as RunBody), input: other?.body.input ?? null, kernels: "0123456789abcdef" };
    const verdict = resultOf(await book.rerun(body));
    expect(verdict.same).toBe(false);
    expect(verdict.differs).toContain("columns.sma");
    expect(verdict.differs).not.toContain("columns.prices");
    expect(verdict.computedWith).toContain("01234567");
  });

  it("says so when its dataset is gone", async () => {
    const { pool, book } = await bookOf();
    const kept = await book.record(await decided(pool, await read(pool, PRICES, "pasted")));
    expect(await book.rerun(kept?.body as RunBody)).toEqual(failBecause("storage", verbatim("gone")));
  });

  it("that used a file cannot be repeated, and says why", async () => {
    const { pool, book } = await bookOf();
    const run = await decided(pool, await read(pool, PRICES, "pasted"));
    const kept = await book.record({ ...run, input: { source: new Blob(["x"]) } });
    const refused = await book.rerun(kept?.body as RunBody);
    expect(refused.ok ? "" : failureText(refused.failure)).toContain("cannot be recorded");
  });
});

describe("a run whose page was left before it was saved", () => {
  const ask = async (pool: Pool<Jobs>) => decided(pool, await read(pool, PRICES, "typed"), PRICES);

  it("is kept by itself, recorded once, and reproduces the same bits", async () => {
    const { pool, records, book } = await bookOf();
    const run = await ask(pool);
    keepUnwritten("one", draftOf(run));
    const [[id, draft], ...others] = unwrittenRuns();
    expect([id, others]).toEqual(["one", []]);
    await book.adopt(id, draft, () => dropUnwritten(id));
    expect(unwrittenRuns()).toEqual([]);
    const [kept] = records.read().records;
    expect(kept.body).toMatchObject({ title: "Decision", figures: run.figures, settings: JSON.stringify(run.settings) });
    // The digest computed on recovery equals that of the result itself.
    const other = await bookOf();
    const written = await other.book.record(run);
    expect([kept.body.digest, kept.body.parts]).toEqual([written?.body.digest, written?.body.parts]);
    expect(resultOf(await book.rerun(kept.body))).toEqual({ same: true, differs: [], computedWith: null });
  });

  it("stays where it is until it is saved in the list, and is recorded once if two tabs recover it", async () => {
    const { pool, records, book } = await bookOf();
    keepUnwritten("five", draftOf(await ask(pool)));
    const refusing = vi.spyOn(pool, "run").mockResolvedValue(failBecause("storage", verbatim("full")));
    const [[id, draft]] = unwrittenRuns();
    await book.adopt(id, draft, () => dropUnwritten(id));
    refusing.mockRestore();
    expect(unwrittenRuns()).toHaveLength(1);
    const others = await bookOf();
    const other = new RunBook({ records, pool: others.pool, load: async () => failBecause("storage", verbatim("gone")) });
    for (const tab of [other, book]) await tab.adopt(id, draft, () => dropUnwritten(id));
    expect(records.read().records.map((record) => record.id)).toEqual(["five"]);
    expect(unwrittenRuns()).toEqual([]);
  });

  it("is merged with an earlier run of the same question", async () => {
    const { pool, records, book } = await bookOf();
    const run = await ask(pool);
    await book.record({ ...run, startedAt: 1 });
    await book.adopt("later", draftOf({ ...run, startedAt: 2 }));
    expect(records.read().records.map(({ body }) => body.startedAt)).toEqual([2]);
  });

  it("of another version is listed without a digest, and damaged ones are dropped", async () => {
    const { pool, records, book } = await bookOf();
    keepUnwritten("two", { ...draftOf(await ask(pool)), kernels: "0123456789abcdef" });
    localStorage.setItem("prospect.unwritten-run.three", "{");
    const drafts = unwrittenRuns();
    expect(drafts).toHaveLength(1);
    await book.adopt(...drafts[0], () => dropUnwritten("two"));
    const [kept] = records.read().records;
    expect(kept.body.digest).toBeNull();
    const refused = await book.rerun(kept.body);
    expect(refused.ok ? "" : failureText(refused.failure)).toContain("nothing to compare with");
  });

  it("leaves nothing behind if the page came back in time", () => {
    keepUnwritten("four", { ...({} as RunBody) });
    dropUnwritten("four");
    expect(unwrittenRuns()).toEqual([]);
  });
});

describe("the list of runs", () => {
  it("contains the same question once, at its latest time", async () => {
    const { pool, records, book } = await bookOf();
    const run = await decided(pool, await read(pool, PRICES, "pasted"));
    await book.record({ ...run, startedAt: 1 });
    await book.record({ ...run, startedAt: 2 });
    expect(records.read().records.map(({ body }) => body.startedAt)).toEqual([2]);
  });

  it("evicts those dated in the future before any made here", async () => {
    const { pool, records, book } = await bookOf([], 2);
    const series = await read(pool, PRICES, "typed");
    const strangers = { ...draftOf(await decided(pool, series, PRICES)), digest: "theirs" };
    await records.open();
    for (const ahead of [1e9, 1e12, 1e14]) await records.add({ ...strangers, startedAt: Date.now() + ahead, title: "Theirs" });
    for (const period of [2, 3]) await book.record(await decided(pool, series, PRICES, period));
    expect(records.read().records.map(({ body }) => body.title)).toEqual(["Decision", "Decision"]);
  });

  it("evicts the oldest beyond its limit, but no pinned one", async () => {
    const { pool, records, book } = await bookOf([], 2);
    const series = await read(pool, PRICES, "pasted");
    for (const period of [2, 3, 4, 5]) {
      const kept = await book.record({ ...(await decided(pool, series, "", period)), startedAt: period, title: `SMA ${period}` });
      if (period === 2 && kept) await records.change(kept.id, { ...kept.body, pinned: true });
    }
    const titles = records.read().records.map(({ body }) => body.title);
    expect(titles.sort()).toEqual(["SMA 2", "SMA 4", "SMA 5"]);
  });

  it("keeps fifty of each tool before it keeps more of one", async () => {
    const { pool, records, book } = await bookOf([], 55);
    const draft = draftOf(await decided(pool, await read(pool, PRICES, "pasted"), ""));
    await records.open();
    for (let at = 1; at <= 5; at++) await records.add({ ...draft, screen: "/lyapunov", startedAt: at });
    for (let at = 6; at <= 56; at++) await records.add({ ...draft, startedAt: at });
    await book.record({ ...(await decided(pool, await read(pool, PRICES, "pasted"), "", 3)), startedAt: 57 });
    const starts = (screen: string) =>
      records
        .read()
        .records.flatMap(({ body }) => (body.screen === screen ? [body.startedAt] : []))
        .sort((a, b) => a - b);
    expect(starts("/lyapunov")).toEqual([1, 2, 3, 4, 5]);
    expect(starts(draft.screen)).toEqual(Array.from({ length: 50 }, (_, i) => i + 8));
  });

  it("does not contain failed runs", async () => {
    const { pool, records, book } = await bookOf();
    const run = await decided(pool, await read(pool, PRICES, "pasted"));
    expect(await book.record({ ...run, outcome: failBecause("bad-input", verbatim("no")) })).toBeNull();
    expect(records.read().records).toEqual([]);
  });
});
