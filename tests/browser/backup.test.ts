import { describe, expect, it } from "vitest";
import type { Pool } from "../../src/client/pool";
import { crc32 } from "../../workers/archive/crc32";
import type { Series } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import type { StoredRecord } from "../../workers/storage/record";
import { failureText, resultOf } from "../fixtures/failure-text";
import { testSeries } from "../fixtures/series";
import { freshPool } from "./fresh-pool.ts";

let names = 0;
const freshName = () => `backup-${Date.now()}-${++names}`;

const record = (id: string, changedAt: number, body: unknown, kind: StoredRecord["kind"] = "client"): StoredRecord => ({
  id,
  kind,
  createdAt: 1,
  changedAt,
  removedAt: null,
  body,
});
const SETTINGS = { "prospect.inputs.garch-model": '{"p":2}' };
const DATED = "Date,Close,Volume\n2024-01-02,100.1,5\n2024-01-03,101.3,\n2024-01-04,99.7,7\n";

/** A workspace with two datasets (one with a gap) and an entry of each kind. */
async function filled(pool: Pool<Jobs>, workspace = freshName()) {
  const texts = [
    ["dated.csv", DATED],
    ["plain.csv", Array.from({ length: 700 }, (_, place) => 100 + Math.sqrt(place)).join("\n")],
  ] as const;
  const series: Series[] = [];
  for (const [name, source] of texts)
    series.push(resultOf(await pool.run("read-series", { source, name, origin: "file" }, { cache: false })));
  for (const one of series) resultOf(await pool.run("save-series", { workspace, series: one }, { cache: false }));
  const records = [
    record("c", 10, { name: "Ada", weight: 0.1 }),
    record("s", 10, { figures: [Number.NaN, -0, 1e-310], column: Float64Array.of(1, Number.NaN) }, "strategy"),
    record("r", 10, { title: "GARCH" }, "run"),
  ];
  for (const one of records) resultOf(await pool.run("save-record", { workspace, record: one }, { cache: false }));
  return { workspace, series, records };
}

const backupOf = async (pool: Pool<Jobs>, workspace: string) =>
  resultOf(await pool.run("make-backup", { workspace, app: "1", now: 1, settings: SETTINGS }, { cache: false }));
const restore = (pool: Pool<Jobs>, workspace: string, file: Blob) => pool.run("restore-backup", { workspace, file }, { cache: false });

async function contentOf(pool: Pool<Jobs>, workspace: string) {
  const { datasets } = resultOf(await pool.run("list-series", { workspace, tidy: false }, { cache: false }));
  const records: StoredRecord[] = [];
  for (const kind of ["client", "strategy", "run"] as const) {
    records.push(...resultOf(await pool.run("list-records", { workspace, kind, tidy: false }, { cache: false })).records);
  }
  return { hashes: datasets.map(({ hash }) => hash).sort(), datasets, records };
}

async function blockCount(workspace: string): Promise<number> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(`${workspace}-blocks`, { create: true });
  let found = 0;
  for await (const _ of folder.keys()) found++;
  return found;
}

const bits = (values: Float64Array) => [...new BigUint64Array(new Float64Array(values).buffer)];

describe("a backup", () => {
  it("restores every dataset, entry and setting on an empty device, bit for bit", async () => {
    const pool = freshPool();
    const { workspace, series, records } = await filled(pool);
    const { file, datasets, records: entries, leftOut } = await backupOf(pool, workspace);
    expect({ datasets, entries, leftOut }).toEqual({ datasets: 2, entries: 3, leftOut: [] });

    const content = resultOf(await pool.run("read-backup", { file, workspace: freshName() }, { cache: false }));
    expect(content).toMatchObject({ app: "1", madeAt: 1, settings: SETTINGS });
    const other = freshName();
    expect(resultOf(await restore(pool, other, file))).toEqual({ datasets: 2, records: 3, kept: 0 });
    const found = await contentOf(pool, other);
    expect(found.hashes).toEqual(series.map(({ hash }) => hash).sort());
    expect(found.records).toEqual(records);
    expect(found.datasets).toEqual((await contentOf(pool, workspace)).datasets);
    for (const one of series) {
      const loaded = resultOf(await pool.run("load-series", { workspace: other, hash: one.hash }, { cache: false }));
      expect(loaded.times && bits(loaded.times)).toEqual(one.times && bits(one.times));
      expect(loaded.columns.map(({ values }) => bits(values))).toEqual(one.columns.map(({ values }) => bits(values)));
      expect({ ...loaded, times: 0, columns: 0 }).toEqual({ ...one, times: 0, columns: 0 });
    }
    // A backup of the restored data is the same again.
    const again = (await backupOf(pool, other)).file;
    expect(resultOf(await pool.run("read-backup", { file: again, workspace: freshName() }, { cache: false }))).toEqual(content);
  });

  it("merges: equal numbers are one dataset, the newer entry stays, what was removed is restored", async () => {
    const pool = freshPool();
    const { workspace, series } = await filled(pool);
    const { file } = await backupOf(pool, workspace);
    await pool.run("rename-series", { workspace, hash: series[0].hash, name: "Mine" }, { cache: false });
    await pool.run("save-record", { workspace, record: record("c", 20, { name: "Ada Lovelace" }) }, { cache: false });
    await pool.run("remove-record", { workspace, id: "r" }, { cache: false });
    await pool.run("save-record", { workspace, record: record("s", 5, { old: true }, "strategy") }, { cache: false });
    expect(resultOf(await restore(pool, workspace, file))).toEqual({ datasets: 0, records: 2, kept: 3 });
    const { datasets, records } = await contentOf(pool, workspace);
    expect(datasets.find(({ hash }) => hash === series[0].hash)?.name).toBe("Mine");
    expect(datasets).toHaveLength(2);
    expect(records.map(({ id, changedAt }) => [id, changedAt])).toEqual([
      ["c", 20],
      ["s", 10],
      ["r", 10],
    ]);
    expect(await blockCount(workspace)).toBe(2);
  });

  it("names the entries it would replace; an entry dated in the future replaces none, and stays below what is changed here", async () => {
    const pool = freshPool();
    const ahead = Date.now() + 1e12;
    const brought = [record("c", 30, { name: "Newer" }), record("s", ahead, {}, "strategy"), record("r", ahead, {}, "run")];
    const other = freshName();
    for (const one of brought) resultOf(await pool.run("save-record", { workspace: other, record: one }, { cache: false }));
    const { file } = await backupOf(pool, other);
    const workspace = freshName();
    for (const one of [record("c", 20, { name: "Mine" }), record("s", 20, { mine: true }, "strategy")]) {
      resultOf(await pool.run("save-record", { workspace, record: one }, { cache: false }));
    }
    const { replaced, added } = resultOf(await pool.run("read-backup", { file, workspace }, { cache: false }));
    expect(replaced.map(({ body }) => body)).toEqual([{ name: "Mine" }]);
    expect([added.datasets, added.records.map(({ kind }) => kind)]).toEqual([[], ["run"]]);
    expect(resultOf(await restore(pool, workspace, file))).toEqual({ datasets: 0, records: 2, kept: 1 });
    const { records } = await contentOf(pool, workspace);
    expect(records.slice(0, 2)).toEqual([brought[0], record("s", 20, { mine: true }, "strategy")]);
    expect(records[2].changedAt).toBeLessThanOrEqual(Date.now());
  });

  it("omits what was removed, and names what is damaged here", async () => {
    const pool = freshPool();
    const { workspace, series } = await filled(pool);
    await pool.run("remove-record", { workspace, id: "c" }, { cache: false });
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(`${workspace}-blocks`);
    const blocks: string[] = [];
    for await (const name of folder.keys()) blocks.push(name);
    for (const name of blocks) {
      const size = (await (await folder.getFileHandle(name)).getFile()).size;
      if (size === 8 * series[1].length) await folder.removeEntry(name);
    }
    const { datasets, records, leftOut } = await backupOf(pool, workspace);
    expect({ datasets, records, leftOut }).toEqual({ datasets: 1, records: 2, leftOut: ["plain.csv"] });
  });
});

describe("a damaged backup", () => {
  it("changes nothing: any changed byte is refused, or makes no difference", async () => {
    const pool = freshPool();
    const { workspace } = await filled(pool);
    const whole = new Uint8Array(await (await backupOf(pool, workspace)).file.arrayBuffer());
    const expected = await contentOf(pool, workspace);
    let refused = 0;
    for (let step = 0; step < 40; step++) {
      const bytes = whole.slice();
      bytes[Math.floor((step / 40) * bytes.length) + (step % 7)] ^= 1 << (step % 8);
      const target = freshName();
      const outcome = await restore(pool, target, new Blob([bytes]));
      const found = await contentOf(pool, target);
      if (outcome.ok) expect(found).toEqual(expected);
      else {
        refused++;
        expect(failureText(outcome.failure)).toContain("Nothing was changed");
        expect({ hashes: found.hashes, records: found.records, blocks: await blockCount(target) }).toEqual({
          hashes: [],
          records: [],
          blocks: 0,
        });
      }
    }
    expect(refused).toBeGreaterThan(35);
  });

  it("is refused when truncated", async () => {
    const pool = freshPool();
    const { workspace } = await filled(pool);
    const { file } = await backupOf(pool, workspace);
    for (const share of [0, 0.3, 0.9, 0.999]) {
      const outcome = await restore(pool, freshName(), file.slice(0, Math.floor(share * file.size)));
      expect(outcome.ok ? "" : failureText(outcome.failure)).toContain("Nothing was changed");
    }
  });

  it("is refused when its numbers do not match their hash, even with valid checksums", async () => {
    const pool = freshPool();
    const { workspace } = await filled(pool);
    const bytes = new Uint8Array(await (await backupOf(pool, workspace)).file.arrayBuffer());
    const view = new DataView(bytes.buffer);
    // Changes a number in the first dataset, and its checksum in both places: a valid archive with wrong content.
    const start = 30 + view.getUint16(26, true) + view.getUint16(28, true);
    const content = bytes.subarray(start, start + view.getUint32(22, true));
    content[content.length - 2] ^= 1;
    view.setUint32(14, crc32(content), true);
    view.setUint32(view.getUint32(bytes.length - 6, true) + 16, crc32(content), true);
    const file = new Blob([bytes]);
    const outcome = await restore(pool, workspace, file);
    expect(outcome.ok ? "" : failureText(outcome.failure)).toContain("damaged");
    expect(await blockCount(workspace)).toBe(2);
  });

  it("is refused when a dataset's name is not the hash of its numbers", async () => {
    const pool = freshPool();
    const workspace = freshName();
    // The device accepts datasets from its own readers under any name, but verifies those of a foreign file.
    resultOf(await pool.run("save-series", { workspace, series: testSeries("as-it-likes", [1, 2]) }, { cache: false }));
    const { file } = await backupOf(pool, workspace);
    for (const outcome of [
      await pool.run("read-backup", { file, workspace: freshName() }, { cache: false }),
      await restore(pool, freshName(), file),
    ]) {
      expect(outcome.ok ? "" : failureText(outcome.failure)).toContain("damaged");
    }
  });
});
