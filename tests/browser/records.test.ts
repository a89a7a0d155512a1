import { openDB } from "idb";
import { number, object, string } from "valibot";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Pool } from "../../src/client/pool";
import { edits } from "../../src/state/edits";
import { addRecords, changeRecord } from "../../src/state/record-edits";
import { Records } from "../../src/state/records";
import { retry } from "../../src/state/try-again";
import { Workspace } from "../../src/state/workspace";
import { failBecause, verbatim } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import { allKept } from "../fixtures/all-kept";
import { testSeries } from "../fixtures/series";

const schema = object({ name: string(), weight: number() });
type Body = { name: string; weight: number };
const open: { pool: Pool<Jobs>; records: Records<Body> }[] = [];
let names = 0;
const freshName = () => `records-${Date.now()}-${++names}`;

async function tab(workspace: string) {
  const spawn = () => new Worker(new URL("../../workers/compute.worker.ts", import.meta.url), { type: "module" });
  const pool = new Pool<Jobs>({ spawn, size: () => 1 });
  const records = new Records<Body>({ pool, workspace, kind: "client", schema });
  open.push({ pool, records });
  await records.open();
  return records;
}

afterEach(() => {
  for (const { pool, records } of open.splice(0)) {
    records.close();
    pool.close();
  }
});

/** Makes saving fail. @returns a function that makes it work again */
function refuseSaves(pool: Pool<Jobs>): () => void {
  const run = Pool.prototype.run.bind(pool) as Pool<Jobs>["run"];
  const refusing = vi.spyOn(pool, "run");
  refusing.mockImplementation(async (job, ...asked) =>
    job === "save-record" ? (failBecause("storage", verbatim("refused")) as never) : run(job, ...asked),
  );
  return () => refusing.mockRestore();
}

const bodies = (records: Records<Body>) => records.read().records.map(({ body }) => body.name);

describe("records on the device", () => {
  it("a run started before another tab erased the workspace is not restored; one started later is kept", async () => {
    const workspace = freshName();
    await tab(workspace);
    const pool = open[open.length - 1].pool;
    const save = async (id: string, startedAt: number) => {
      const record = { id, kind: "run" as const, createdAt: 1, changedAt: 1, removedAt: null, body: { startedAt } };
      const saved = await pool.run("save-record", { workspace, record }, { cache: false });
      return saved.ok && saved.value.removedAt === null;
    };
    const before = Date.now() - 1;
    expect(await save("first", before)).toBe(true);
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(workspace);
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    expect(await save("second", before)).toBe(false);
    expect(await save("third", Date.now() + 1)).toBe(true);
    const listed = await pool.run("list-records", { workspace, kind: "run", tidy: false }, { cache: false });
    expect(listed.ok && listed.value.records.map(({ id }) => id)).toEqual(["third"]);
  });

  it("survive a reload, newest first, and change in place", async () => {
    const name = freshName();
    const first = await tab(name);
    const { id } = await first.add({ name: "a", weight: 1 });
    // Wait for the clock to advance, so that the next one is newer.
    const now = Date.now();
    await vi.waitUntil(() => Date.now() > now);
    await first.add({ name: "b", weight: 0.25 });
    await first.change(id, { name: "a2", weight: 2 });
    const later = await tab(name);
    expect(bodies(later)).toEqual(["b", "a2"]);
    expect(later.find(id)?.body).toEqual({ name: "a2", weight: 2 });
  });

  it("are the same in another tab, without a reload", async () => {
    const name = freshName();
    const [one, other] = [await tab(name), await tab(name)];
    await one.add({ name: "a", weight: 1 });
    await expect.poll(() => bodies(other)).toEqual(["a"]);
  });

  it("remember their state before another tab changed them, until this tab accepts the change", async () => {
    const name = freshName();
    const [one, other] = [await tab(name), await tab(name)];
    const { id } = await one.add({ name: "a", weight: 1 });
    await expect.poll(() => bodies(other)).toEqual(["a"]);
    expect([one.before(id), other.before(id)]).toEqual([undefined, undefined]);
    await other.change(id, { name: "b", weight: 2 });
    await other.change(id, { name: "c", weight: 3 });
    await expect.poll(() => [bodies(one), one.before(id)]).toEqual([["c"], { name: "a", weight: 1 }]);
    expect(other.before(id)).toBeUndefined();
    one.takeUp(id);
    expect(one.before(id)).toBeUndefined();
    await other.change(id, { name: "d", weight: 4 });
    await expect.poll(() => one.before(id)).toEqual({ name: "c", weight: 3 });
    // Changing something else in it does not mean the other version has been seen.
    await one.change(id, { name: "e", weight: 5 });
    expect(one.before(id)).toEqual({ name: "c", weight: 3 });
    one.takeUp(id);
    expect(one.before(id)).toBeUndefined();
  });

  it("are restored after a removal", async () => {
    const records = await tab(freshName());
    const { id } = await records.add({ name: "a", weight: 1 });
    const removed = await records.remove(id);
    expect(bodies(records)).toEqual([]);
    if (removed.ok) await removed.value.undo();
    expect(bodies(records)).toEqual(["a"]);
  });

  it("are undone together if added together, and are the same ones when redone", async () => {
    const records = await tab(freshName());
    const added = await addRecords(
      records,
      [
        { name: "a", weight: 1 },
        { name: "b", weight: 2 },
      ],
      "import of 2 clients",
    );
    const ids = () => new Set(records.read().records.map(({ id }) => id));
    await edits.undo();
    expect(ids()).toEqual(new Set());
    await edits.redo();
    expect(ids()).toEqual(new Set(added.map(({ id }) => id)));
    await edits.undo();
    expect(ids()).toEqual(new Set());
    await edits.redo();
    // One of them has changed since and would be lost by the undo.
    await records.change(added[0].id, { name: "a2", weight: 1 });
    await edits.undo();
    expect(new Set(bodies(records))).toEqual(new Set(["a2", "b"]));
  });

  it("return to their state before a change, unless they have changed since", async () => {
    const name = freshName();
    const [records, other] = [await tab(name), await tab(name)];
    const { id } = await records.add({ name: "a", weight: 1 });
    const change = (weight: number) => changeRecord(records, id, { name: "a", weight }, "change of client a");
    const weight = () => records.find(id)?.body.weight;
    await change(2);
    await edits.undo();
    expect(weight()).toBe(1);
    await edits.redo();
    expect(weight()).toBe(2);
    const made = edits.read().done.length;
    // A change to the same content is no edit.
    await change(2);
    expect(edits.read().done.length).toBe(made);
    // Changes are undone one after the other, and redone.
    await change(5);
    await change(6);
    for (const expected of [5, 2, 1]) {
      await edits.undo();
      expect(weight()).toBe(expected);
    }
    for (const expected of [2, 5, 6]) {
      await edits.redo();
      expect(weight()).toBe(expected);
    }
    await change(3);
    await expect.poll(() => other.find(id)?.body.weight).toBe(3);
    await other.change(id, { name: "a", weight: 4 });
    await expect.poll(weight).toBe(4);
    await edits.undo();
    expect(weight()).toBe(4);
  });

  it("stay removed if the program changes one at the same time, in this tab or in another", async () => {
    const name = freshName();
    const [one, other] = [await tab(name), await tab(name)];
    for (const writer of [one, other]) {
      const { id } = await one.add({ name: "a", weight: 1 });
      await expect.poll(() => bodies(writer)).toEqual(["a"]);
      const removing = one.remove(id);
      // The other tab does not know of it yet.
      if (writer === other) await removing;
      await Promise.all([removing, writer.update(id, { name: "read again", weight: 2 })]);
      expect(bodies(await tab(name))).toEqual([]);
      await expect.poll(() => [bodies(one), bodies(other)]).toEqual([[], []]);
    }
    const kept = await one.add({ name: "b", weight: 1 });
    await one.update(kept.id, { name: "b2", weight: 2 });
    expect(bodies(await tab(name))).toEqual(["b2"]);
  });

  it("do not touch what they cannot read, and say so", async () => {
    const name = freshName();
    await (await tab(name)).add({ name: "a", weight: 1 });
    const database = await openDB(name);
    const strange = { id: "x", kind: "client", createdAt: 1, changedAt: 1, removedAt: null, body: { name: 5 } };
    await database.put("records", strange);
    const later = await tab(name);
    expect(bodies(later)).toEqual(["a"]);
    expect(later.read().warning).toContain("could not be read");
    expect(await database.get("records", "x")).toEqual(strange);
    database.close();
  });

  it("keep datasets stored by an older version of the database", async () => {
    const name = freshName();
    const old = await openDB(name, 1, { upgrade: (database) => void database.createObjectStore("datasets", { keyPath: "hash" }) });
    await old.put("datasets", { hash: "kept" });
    old.close();
    await (await tab(name)).add({ name: "a", weight: 1 });
    const database = await openDB(name);
    expect(await database.get("datasets", "kept")).toEqual({ hash: "kept" });
    database.close();
  });

  it("are held in memory where the device refuses, and can be restored after a removal there too", async () => {
    const records = await tab(freshName());
    vi.spyOn(open[0].pool, "run").mockResolvedValue(failBecause("storage", verbatim("refused")));
    const { id, kept } = await records.add({ name: "a", weight: 1 });
    expect(kept).toBe("memory");
    expect(records.read()).toMatchObject({ warning: "refused", records: [{ body: { name: "a" } }] });
    const removed = await records.remove(id);
    expect(bodies(records)).toEqual([]);
    if (removed.ok) await removed.value.undo();
    expect(bodies(records)).toEqual(["a"]);
  });

  it("are saved with the next change once the device accepts it, except for one that another tab has changed in the meantime", async () => {
    const name = freshName();
    const [records, other] = [await tab(name), await tab(name)];
    const { id } = await records.add({ name: "a", weight: 1 });
    await expect.poll(() => bodies(other)).toEqual(["a"]);
    const grant = refuseSaves(open[0].pool);
    await records.add({ name: "b", weight: 1 });
    await records.change(id, { name: "a here", weight: 2 });
    await other.change(id, { name: "a there", weight: 3 });
    await expect.poll(() => records.before(id)).toMatchObject({ name: "a" });
    expect(bodies(other)).toEqual(["a there"]);
    grant();
    await records.add({ name: "c", weight: 1 });
    await expect.poll(() => bodies(other)).toEqual(["c", "b", "a there"]);
    expect(records.read()).toMatchObject({ warning: "refused", records: [{}, {}, { kept: "memory", body: { name: "a here" } }] });
    await records.change(id, { name: "a here", weight: 2 }, true);
    await expect.poll(() => bodies(other)).toEqual(["c", "b", "a here"]);
    expect(records.read().warning).toBeNull();
  });

  it("stay removed if another tab has removed what this one saves again, by itself or for the user", async () => {
    const name = freshName();
    const [records, other] = [await tab(name), await tab(name)];
    const [byItself, byUser] = [await records.add({ name: "a", weight: 1 }), await records.add({ name: "b", weight: 1 })];
    await expect.poll(() => bodies(other).length).toBe(2);
    const grant = refuseSaves(open[0].pool);
    await records.update(byItself.id, { name: "a here", weight: 2 });
    await records.change(byUser.id, { name: "b here", weight: 2 });
    const { id } = await records.add({ name: "new", weight: 1 });
    for (const one of [byItself, byUser]) await other.remove(one.id);
    // Refused again, they still do not count as new.
    await retry(records);
    expect(records.read().records).toMatchObject([{ kept: "memory" }, { kept: "memory" }, { kept: "memory" }]);
    grant();
    await allKept(records);
    expect(records.read()).toMatchObject({ warning: null, records: [{ id, kept: "device" }] });
    expect(bodies(await tab(name))).toEqual(["new"]);
  });

  it("are restored where the removal of one held in memory was undone, though the device refuses it again", async () => {
    const name = freshName();
    const records = await tab(name);
    const { id } = await records.add({ name: "a", weight: 1 });
    const grant = refuseSaves(open[0].pool);
    await records.update(id, { name: "a2", weight: 2 });
    const removed = await records.remove(id);
    if (removed.ok) await removed.value.undo();
    expect(records.read().records).toMatchObject([{ kept: "memory" }]);
    grant();
    await allKept(records);
    expect(bodies(await tab(name))).toEqual(["a2"]);
  });

  it("report no save that ends after the list is closed, and retry nothing", async () => {
    const records = await tab(freshName());
    const grant = refuseSaves(open[0].pool);
    await records.add({ name: "a", weight: 1 });
    grant();
    const saving = retry(records);
    records.close();
    expect(await saving).toBe(true);
    expect(await retry(records)).toBe(true);
  });

  it("are removed after a save of them that is in progress", async () => {
    const name = freshName();
    const records = await tab(name);
    const grant = refuseSaves(open[0].pool);
    const { id } = await records.add({ name: "a", weight: 1 });
    grant();
    const saving = vi.spyOn(open[0].pool, "run");
    const trying = retry(records);
    await expect.poll(() => saving.mock.calls.some(([job]) => job === "save-record"), { interval: 1 }).toBe(true);
    await records.remove(id);
    await trying;
    expect(bodies(records)).toEqual([]);
    expect(bodies(await tab(name))).toEqual([]);
  });

  it("coexist with the datasets of the same workspace", async () => {
    const name = freshName();
    await (await tab(name)).add({ name: "a", weight: 1 });
    const { pool } = open[0];
    const workspace = new Workspace(pool, name);
    expect(await workspace.add(testSeries("series", [1, 2, 3]))).toMatchObject({ kept: "device" });
    workspace.close();
  });
});
