import { parse } from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Pool } from "../../src/client/pool";
import { type ClientBody, clientSchema } from "../../src/state/client-body";
import { Records } from "../../src/state/records";
import { type RunBody, runSchema } from "../../src/state/run-body";
import { type StrategyBody, strategySchema } from "../../src/state/strategy-body";
import { retry } from "../../src/state/try-again";
import { Workspace } from "../../src/state/workspace";
import type { Outcome, Series } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import { failureText, resultOf } from "../fixtures/failure-text";
import type { FaultReport } from "../fixtures/faulty-storage.worker";
import { ALL } from "../fixtures/in-all";
import { PLAIN_RUN } from "../fixtures/runs";
import { testSeries } from "../fixtures/series";
import type { Fault, FaultPlan } from "../fixtures/storage-faults";
import { type End, tryAll } from "../fixtures/trials";

const UNCACHED = { cache: false } as const;
let names = 0;
const freshName = () => `faults-${Date.now()}-${++names}`;

/** Where blocks are stored: in private files, or in a database where the engine has none. */
type Place = "files" | "database";
const PLACES: Place[] = ["files", "database"];

const spawnFaulty = (place: Place) =>
  new Worker(new URL("../fixtures/faulty-storage.worker.ts", import.meta.url), { type: "module", name: place });
/** A worker without faults. */
const spawnSound = (place: Place) =>
  place === "files" ? new Worker(new URL("../../workers/compute.worker.ts", import.meta.url), { type: "module" }) : spawnFaulty(place);

/** Sees what the next visit would find. */
let sound: Pool<Jobs>;
let faulty: Pool<Jobs>;
let faultyWorkers: Worker[];

function begin(place: Place): void {
  faultyWorkers = [];
  sound = new Pool<Jobs>({ spawn: () => spawnSound(place), size: () => 1 });
  faulty = new Pool<Jobs>({
    spawn: () => {
      const worker = spawnFaulty(place);
      faultyWorkers.push(worker);
      return worker;
    },
    size: () => 1,
  });
}

function end(): void {
  sound.close();
  faulty.close();
}

const arm = (plan: FaultPlan | null) => faultyWorkers[0].postMessage({ faults: plan });
const report = (): Promise<FaultReport> =>
  new Promise((resolve) => {
    const hear = ({ data }: MessageEvent<Partial<FaultReport>>) => {
      if (!data.calls) return;
      faultyWorkers[0].removeEventListener("message", hear as never);
      resolve(data as FaultReport);
    };
    faultyWorkers[0].addEventListener("message", hear as never);
    faultyWorkers[0].postMessage({ faults: "report" });
  });

const client = (name: string, holdings: ClientBody["portfolios"][0]["holdings"] = []): ClientBody => ({
  name,
  note: "",
  portfolios: [{ id: "p", name: "Core", holdings }],
});
const strategy = parse(strategySchema, { name: "Mine", status: "active", parameters: {}, behavioralFactors: {} });
const run = (hash: string): RunBody => ({
  ...PLAIN_RUN,
  datasets: [{ field: "Market Data", hash, name: "first", length: 3, text: null }],
  fields: ["Market Data"],
});

const series: Record<"first" | "second" | "third" | "brought", Series> = {} as never;
let backup: Blob;

async function prepare(place: Place): Promise<void> {
  begin(place);
  await Promise.all([
    sound.run("list-series", { workspace: freshName(), tidy: false }, UNCACHED),
    faulty.run("list-series", { workspace: freshName(), tidy: false }, UNCACHED),
  ]);
  for (const [place, name] of (["first", "second", "third", "brought"] as const).entries()) {
    const source = `Date,Close\n2024-01-02,${10 + place}\n2024-01-03,${20 + place}\n2024-01-04,${30 + place}\n`;
    series[name] = resultOf(await sound.run("read-series", { source, name, origin: "file" }, UNCACHED));
  }
  const workspace = freshName();
  for (const one of [series.first, series.brought]) resultOf(await sound.run("save-series", { workspace, series: one }, UNCACHED));
  const record = { id: "brought", kind: "client" as const, createdAt: 1, changedAt: 1, removedAt: null, body: client("Brought") };
  resultOf(await sound.run("save-record", { workspace, record }, UNCACHED));
  backup = resultOf(await sound.run("make-backup", { workspace, app: "1", now: 1, settings: {} }, UNCACHED)).file;
}

/** What was confirmed as saved: datasets by hash with their names, entries by id with their content. */
interface Confirmed {
  datasets: Map<string, string>;
  records: Map<string, unknown>;
  /** The failures' messages. */
  refusals: string[];
}

/** Does everything a visit can do with stored data, and records what is confirmed. */
async function visit(pool: Pool<Jobs>, name: string): Promise<Confirmed> {
  const workspace = new Workspace(pool, name);
  const clients = new Records<ClientBody>({ pool, workspace: name, kind: "client", schema: clientSchema });
  const strategies = new Records<StrategyBody>({ pool, workspace: name, kind: "strategy", schema: strategySchema });
  const runs = new Records<RunBody>({ pool, workspace: name, kind: "run", schema: runSchema });
  const told: Confirmed = { datasets: new Map(), records: new Map(), refusals: [] };
  const confirmed = <T>(outcome: Outcome<T>): outcome is Extract<Outcome<T>, { ok: true }> => {
    if (outcome.ok) return true;
    const words = failureText(outcome.failure);
    expect(outcome.failure.code === "storage" || words.includes("Nothing was changed"), words).toBe(true);
    told.refusals.push(words);
    return false;
  };
  const held = new Set<string>();
  const add = async (one: Series) => {
    const { kept } = await workspace.add(one);
    if (kept === "device") told.datasets.set(one.hash, told.datasets.get(one.hash) ?? one.name);
    else {
      // It lasts until the tab is closed, and a warning says so.
      expect(workspace.read().warning).not.toBeNull();
      told.refusals.push(workspace.read().warning ?? "");
      held.add(one.hash);
    }
    // Saved or not, it is available.
    expect(workspace.nameOf(one.hash)).toBe(told.datasets.get(one.hash) ?? one.name);
  };
  const write = async <Body>(list: Records<Body>, doing: Promise<{ id: string; body: Body; kept: "device" | "memory" }>) => {
    const { id, body, kept } = await doing;
    if (kept === "device") told.records.set(id, body);
    else {
      expect(list.read().warning).not.toBeNull();
      told.refusals.push(list.read().warning ?? "");
      held.add(id);
    }
    expect(list.find(id)?.body).toEqual(body);
    return id;
  };
  const remove = async (hash: string) => {
    const removed = await workspace.remove(hash);
    if (!confirmed(removed)) return null;
    told.datasets.delete(hash);
    return removed.value.undo;
  };

  await Promise.all([workspace.open(), clients.open(), strategies.open(), runs.open()]);
  await add(series.first);
  await add(series.second);
  await write(runs, runs.add(run(series.first.hash)));
  await write(strategies, strategies.add(strategy));
  const id = await write(clients, clients.add(client("Ada")));
  await write(clients, clients.change(id, client("Ada Lovelace", [{ hash: series.first.hash, name: "first", weight: 1 }])));
  const renamed = await workspace.rename(series.first.hash, "Renamed");
  if (confirmed(renamed) && told.datasets.has(series.first.hash)) told.datasets.set(series.first.hash, "Renamed");
  const undo = await remove(series.second.hash);
  if (undo && confirmed(await undo())) told.datasets.set(series.second.hash, "second");
  await remove(series.second.hash);
  const restored = await pool.run("restore-backup", { workspace: name, file: backup }, UNCACHED);
  if (confirmed(restored)) {
    told.records.set("brought", client("Brought"));
    told.datasets.set(series.brought.hash, "brought");
    if (!told.datasets.has(series.first.hash)) told.datasets.set(series.first.hash, "first");
  }
  await add(series.third);
  const purged = await pool.run("remove-series", { workspace: name, hash: series.third.hash, forGood: true }, UNCACHED);
  if (confirmed(purged)) for (const of of [told.datasets, held]) of.delete(series.third.hash);
  const gone = await clients.remove(id);
  if (confirmed(gone)) {
    told.records.delete(id);
    if (confirmed(await gone.value.undo()))
      told.records.set(id, client("Ada Lovelace", [{ hash: series.first.hash, name: "first", weight: 1 }]));
  }
  confirmed(await pool.run("make-backup", { workspace: name, app: "1", now: 1, settings: {} }, UNCACHED));
  confirmed(await pool.run("load-series", { workspace: name, hash: series.first.hash }, UNCACHED));
  // Each change retries what was refused, so it may be saved by now.
  await Promise.all([retry(workspace), retry(clients), retry(strategies), retry(runs)]);
  for (const { hash, name, kept } of workspace.read().datasets) if (held.has(hash) && kept === "device") told.datasets.set(hash, name);
  for (const list of [clients, strategies, runs])
    for (const { id, body, kept } of list.read().records) if (held.has(id) && kept === "device") told.records.set(id, body);
  for (const one of [workspace, clients, strategies, runs]) one.close();
  return told;
}

/** Expects the next visit to find exactly what was confirmed, undamaged, and no leftovers. */
async function expectKept(name: string, { datasets, records }: Confirmed): Promise<void> {
  const listed = resultOf(await sound.run("list-series", { workspace: name, tidy: true }, UNCACHED));
  expect(listed.unreadable).toBe(0);
  expect(new Map(listed.datasets.map(({ hash, name: called }) => [hash, called]))).toEqual(datasets);
  for (const hash of datasets.keys()) {
    const loaded = resultOf(await sound.run("load-series", { workspace: name, hash }, UNCACHED));
    const original = Object.values(series).find((one) => one.hash === hash);
    expect(loaded.times).toEqual(original?.times);
    expect(loaded.columns).toEqual(original?.columns);
  }
  const found = new Map<string, unknown>();
  for (const kind of ["client", "strategy", "run"] as const) {
    const list = resultOf(await sound.run("list-records", { workspace: name, kind, tidy: true }, UNCACHED));
    expect(list.unreadable).toBe(0);
    for (const { id, body } of list.records) found.set(id, body);
  }
  expect(found).toEqual(records);
  const checked = resultOf(await sound.run("check-data", { workspace: name }, UNCACHED));
  expect({ faults: checked.faults, leftovers: checked.leftovers }).toEqual({ faults: [], leftovers: 0 });
}

describe("a device without room for a block", () => {
  beforeAll(() => prepare("files"));
  afterAll(end);

  it("accepts it once a removal has made room, which then cannot be undone", async () => {
    const saved = async (workspace: string, plan: FaultPlan | null) => {
      const { hash } = resultOf(await faulty.run("save-series", { workspace, series: series.first }, UNCACHED));
      resultOf(await faulty.run("remove-series", { workspace, hash }, UNCACHED));
      arm(plan);
      return faulty.run("save-series", { workspace, series: series.second }, UNCACHED);
    };
    resultOf(await saved(freshName(), null));
    const at = (await report()).calls.indexOf("write");
    const full = freshName();
    resultOf(await saved(full, { at, fault: "refused" }));
    await expectKept(full, { datasets: new Map([[series.second.hash, "second"]]), records: new Map(), refusals: [] });
    const back = await faulty.run("restore-series", { workspace: full, hash: series.first.hash }, UNCACHED);
    expect(back).toMatchObject({ ok: false, failure: { reason: "storage/datasetGone" } });
    // Without anything to evict it stays refused.
    arm({ at, fault: "refused" });
    const refused = await faulty.run("save-series", { workspace: full, series: series.third }, UNCACHED);
    expect(refused).toMatchObject({ ok: false, failure: { reason: "storage/full" } });
  });
});

describe.each(PLACES)("a fault in each storage call in turn, blocks in %s", (place) => {
  beforeAll(() => prepare(place));
  afterAll(end);

  it.for<Fault>(["refused", "torn"])(
    "%s: what was confirmed is there, undamaged, and nothing else",
    { timeout: 600_000 },
    async (fault, test) => {
      const whole = freshName();
      arm(null);
      const told = await visit(faulty, whole);
      expect(told.refusals).toEqual([]);
      await expectKept(whole, told);
      const { calls } = await report();
      // The short run tries some of the calls, starting at a different one for each kind of fault.
      const step = ALL ? 1 : place === "files" ? 24 : 60;
      const first = step === 1 ? 0 : (step / 2) * Number(fault === "torn");
      const chosen = calls.map((call, at) => [`${at} ${call}`, at] as const).filter(([, at]) => at >= first && (at - first) % step === 0);
      const attempt = async (at: number): Promise<End> => {
        const name = freshName();
        arm({ at, fault });
        const confirmed = await visit(faulty, name);
        await expectKept(name, confirmed);
        return confirmed.refusals.length > 0 ? "refused" : "held";
      };
      const what = `storage calls ${fault}, blocks in ${place}: ${chosen.length} of ${calls.length}`;
      await tryAll(test, what, chosen, attempt, { patience: 60_000 });
      expect((await report()).uncaught).toEqual([]);
      expect(faultyWorkers).toHaveLength(1);
    },
  );
});

describe.each(PLACES)("a worker that is terminated while it writes, blocks in %s", (place) => {
  beforeAll(() => begin(place));
  afterAll(end);

  it("leaves every confirmed dataset and entry undamaged, and no leftovers", async (test) => {
    const times = ALL ? 100 : 5;
    let cutOff = 0;
    const attempt = async (time: number): Promise<End> => {
      const pool = new Pool<Jobs>({ spawn: () => spawnSound(place), size: () => 1 });
      const name = freshName();
      resultOf(await pool.run("list-series", { workspace: name, tidy: false }, UNCACHED));
      const told: Confirmed = { datasets: new Map(), records: new Map(), refusals: [] };
      // Spread over the time all of it takes.
      setTimeout(() => pool.close(), 5 + (time % 5) * 25);
      for (let place = 0; place < 8; place++) {
        const values = new Float64Array(new SharedArrayBuffer(8 * 200_000)).fill(time + place / 10);
        const long = testSeries(`killed-${time}-${place}`, [1], false);
        const one = { ...long, length: values.length, columns: long.columns.map((column) => ({ ...column, values })) };
        if (!(await pool.run("save-series", { workspace: name, series: one }, UNCACHED)).ok) break;
        told.datasets.set(one.hash, one.name);
        const record = { id: `${place}`, kind: "client" as const, createdAt: 1, changedAt: 1, removedAt: null, body: client(`${place}`) };
        if (!(await pool.run("save-record", { workspace: name, record }, UNCACHED)).ok) break;
        told.records.set(record.id, record.body);
      }
      if (told.records.size < 8) cutOff++;
      const listed = resultOf(await sound.run("list-series", { workspace: name, tidy: true }, UNCACHED));
      expect(listed.datasets.map(({ hash }) => hash)).toEqual(expect.arrayContaining([...told.datasets.keys()]));
      for (const { hash } of listed.datasets) {
        const { columns } = resultOf(await sound.run("load-series", { workspace: name, hash }, UNCACHED));
        expect(columns.every(({ values }) => values.every((value) => value === time + Number(hash.at(-1)) / 10))).toBe(true);
      }
      const { records } = resultOf(await sound.run("list-records", { workspace: name, kind: "client", tidy: true }, UNCACHED));
      const found = new Map(records.map(({ id, body }) => [id, body]));
      for (const [id, body] of told.records) expect(found.get(id)).toEqual(body);
      const checked = resultOf(await sound.run("check-data", { workspace: name }, UNCACHED));
      expect({ faults: checked.faults, leftovers: checked.leftovers }).toEqual({ faults: [], leftovers: 0 });
      pool.close();
      return "held";
    };
    const kills = Array.from({ length: times }, (_, time) => [`after ${5 + (time % 5) * 25} ms`, time] as const);
    await tryAll(test, `workers ended while they save, blocks in ${place}`, kills, attempt, { patience: 60_000 });
    expect(cutOff).toBeGreaterThan(times / 4);
  }, 300_000);
});
