import { openDB } from "idb";
import { afterEach, describe, expect, it } from "vitest";
import { Pool } from "../../src/client/pool";
import { retry } from "../../src/state/try-again";
import { Workspace } from "../../src/state/workspace";
import type { Jobs } from "../../workers/jobs";
import { allKept } from "../fixtures/all-kept";
import { resultOf } from "../fixtures/failure-text";
import { itInLongRuns } from "../fixtures/in-all";
import { testSeries } from "../fixtures/series";

const open: { pool: Pool<Jobs>; workspace: Workspace }[] = [];
let names = 0;
const freshName = () => `test-${Date.now()}-${++names}`;

/** A workspace in a separate tab: with its own worker over the storage shared by all tabs of that name. */
async function tab(name: string, { refused = false } = {}) {
  const spawn = () =>
    refused
      ? new Worker(new URL("../fixtures/refused-storage.worker.ts", import.meta.url), { type: "module" })
      : new Worker(new URL("../../workers/compute.worker.ts", import.meta.url), { type: "module" });
  const pool = new Pool<Jobs>({ spawn, size: () => 1 });
  const workspace = new Workspace(pool, name);
  open.push({ pool, workspace });
  await workspace.open();
  return workspace;
}

/** Changes how workers that refuse storage answer; resolves once they have received it, as the next request must not overtake it. */
async function refuseWith(reason: string | null): Promise<void> {
  const [storage, heard] = [new BroadcastChannel("refused-storage"), new BroadcastChannel("refused-storage-heard")];
  await new Promise((resolve) => {
    heard.onmessage = resolve;
    storage.postMessage(reason);
  });
  for (const channel of [storage, heard]) channel.close();
}

afterEach(() => {
  for (const { pool, workspace } of open.splice(0)) {
    workspace.close();
    pool.close();
  }
});

const hashes = (workspace: Workspace) =>
  workspace
    .read()
    .datasets.map(({ hash }) => hash)
    .sort();

const blocksOf = async (name: string) => {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(`${name}-blocks`, { create: true });
};

async function blockNames(name: string): Promise<string[]> {
  const found: string[] = [];
  for await (const block of (await blocksOf(name)).keys()) found.push(block);
  return found;
}

describe("a workspace on the device", () => {
  it("keeps a series with every number and its quality report after a reload", async () => {
    const name = freshName();
    const series = testSeries("a", [1, 2.5, -3, 1e-300]);
    expect(await (await tab(name)).add(series)).toMatchObject({ kept: "device" });
    const later = await tab(name);
    expect(later.read()).toMatchObject({ ready: true, warning: null, datasets: [{ hash: "a", span: { from: 0, to: 259_200_000 } }] });
    expect(resultOf(await later.load("a"))).toEqual(series);
  });

  it("has the browser ask before the page is left while a series is being saved", async () => {
    const asks = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
    const workspace = await tab(freshName());
    expect(asks()).toBe(false);
    const [first, second] = [workspace.add(testSeries("a", [1, 2])), workspace.add(testSeries("b", [3, 4]))];
    expect(asks()).toBe(true);
    await first;
    await second;
    expect(asks()).toBe(false);
  });

  it("keeps series without dates, and long ones in pieces", async () => {
    const name = freshName();
    const values = Float64Array.from({ length: 1_200_000 }, (_, i) => Math.sin(i));
    await (await tab(name)).add(testSeries("long", [...values], false));
    const loaded = resultOf(await (await tab(name)).load("long"));
    expect(loaded.times).toBeNull();
    expect(loaded.columns[0].values.every((value, i) => Object.is(value, values[i]))).toBe(true);
  });

  it("gives all callers the same columns while they are in use", async () => {
    const name = freshName();
    const first = await tab(name);
    const series = testSeries("a", [1, 2]);
    await first.add(series);
    expect(resultOf(await first.load("a"))).toBe(series);
    const second = await tab(name);
    expect(resultOf(await second.load("a"))).toBe(resultOf(await second.load("a")));
  });

  it("stores the same numbers once", async () => {
    const name = freshName();
    const [one, two] = [await tab(name), await tab(name)];
    await Promise.all([one.add(testSeries("a", [1, 2])), one.add(testSeries("a", [1, 2])), two.add(testSeries("a", [1, 2]))]);
    await one.add(testSeries("a", [1, 2]));
    expect(hashes(await tab(name))).toEqual(["a"]);
    expect(await blockNames(name)).toHaveLength(1);
  });

  it("renames, removes and restores", async () => {
    const name = freshName();
    const workspace = await tab(name);
    await workspace.add(testSeries("a", [1, 2]));
    await workspace.rename("a", "DEM/GBP");
    const { undo } = resultOf(await workspace.remove("a"));
    expect(hashes(workspace)).toEqual([]);
    expect(hashes(await tab(name))).toEqual([]);
    await undo();
    expect(workspace.read().datasets).toMatchObject([{ hash: "a", name: "DEM/GBP", removedAt: null }]);
    expect(resultOf(await (await tab(name)).load("a")).columns[0].values).toEqual(Float64Array.of(1, 2));
  });

  it("restores a removed series when it is loaded again", async () => {
    const workspace = await tab(freshName());
    await workspace.add(testSeries("a", [1, 2]));
    await workspace.remove("a");
    await workspace.add(testSeries("a", [1, 2]));
    expect(hashes(workspace)).toEqual(["a"]);
  });

  it("waits for a save in progress before it removes", async () => {
    const workspace = await tab(freshName());
    const saving = workspace.add(testSeries("a", [1, 2]));
    expect(workspace.read().datasets).toMatchObject([{ hash: "a", kept: "saving" }]);
    resultOf(await workspace.remove("a"));
    await saving;
    expect(hashes(workspace)).toEqual([]);
  });

  it("says so when a dataset is not there", async () => {
    expect(await (await tab(freshName())).load("nowhere")).toMatchObject({ ok: false, failure: { code: "storage" } });
  });
});

describe("two tabs", () => {
  it("lose nothing when both save at the same time, and each sees what the other saved", async () => {
    const name = freshName();
    const [one, two] = [await tab(name), await tab(name)];
    const saves = [1, 2, 3, 4, 5].flatMap((i) => [one.add(testSeries(`one${i}`, [i, i])), two.add(testSeries(`two${i}`, [i, i]))]);
    await Promise.all(saves);
    const all = ["one1", "one2", "one3", "one4", "one5", "two1", "two2", "two3", "two4", "two5"];
    await expect.poll(() => [hashes(one), hashes(two)], { timeout: 10_000 }).toEqual([all, all]);
    const third = await tab(name);
    for (const hash of all) expect(resultOf(await third.load(hash)).length).toBe(2);
  });

  it("see each other rename and remove", async () => {
    const name = freshName();
    const [one, two] = [await tab(name), await tab(name)];
    await one.add(testSeries("a", [1]));
    await expect.poll(() => hashes(two)).toEqual(["a"]);
    await two.rename("a", "Other");
    await expect.poll(() => one.read().datasets[0].name).toBe("Other");
    await two.remove("a");
    await expect.poll(() => hashes(one)).toEqual([]);
  });
});

describe("when something goes wrong", () => {
  it("loses nothing saved before when the worker dies in the middle of a save", async () => {
    const name = freshName();
    await (await tab(name)).add(testSeries("kept", [1, 2]));
    const pool = new Pool<Jobs>({
      spawn: () => new Worker(new URL("../../workers/compute.worker.ts", import.meta.url), { type: "module" }),
      size: () => 1,
    });
    const series = testSeries(
      "lost",
      Array.from({ length: 2_000_000 }, (_, i) => i),
    );
    const controller = new AbortController();
    const saving = pool.run("save-series", { workspace: name, series }, { signal: controller.signal, cache: false });
    await expect.poll(async () => (await blockNames(name)).length, { interval: 1 }).toBe(2);
    // Ends the worker without giving it time to notice.
    pool.close();
    await saving;
    const later = await tab(name);
    expect(resultOf(await later.load("kept")).columns[0].values).toEqual(Float64Array.of(1, 2));
    // Whether or not the save was completed, listed datasets are undamaged, and nothing else takes up space.
    for (const hash of hashes(later)) resultOf(await later.load(hash));
    expect(await blockNames(name)).toHaveLength(hashes(later).length);
  });

  it("removes the block of a save that never reached the list", async () => {
    const name = freshName();
    await (await tab(name)).add(testSeries("kept", [1, 2]));
    await (await blocksOf(name)).getFileHandle("left-behind", { create: true });
    const later = await tab(name);
    expect(await blockNames(name)).toHaveLength(1);
    resultOf(await later.load("kept"));
  });

  it("skips an entry it cannot read, says so, and does not touch it", async () => {
    const name = freshName();
    await (await tab(name)).add(testSeries("good", [1]));
    const db = await openDB(name);
    const entry = await db.get("datasets", "good");
    await db.put("datasets", { ...entry, hash: "newer", columns: "something else" });
    const later = await tab(name);
    expect(hashes(later)).toEqual(["good"]);
    expect(later.read().warning).toContain("could not be read");
    expect(await db.count("datasets")).toBe(2);
    db.close();
  });

  it("reports damaged numbers instead of returning them, and saves them again", async () => {
    const name = freshName();
    await (await tab(name)).add(testSeries("a", [1, 2, 3]));
    const [block] = await blockNames(name);
    await (await blocksOf(name)).removeEntry(block);
    const later = await tab(name);
    expect(await later.load("a")).toMatchObject({ ok: false, failure: { code: "storage" } });
    expect(await later.add(testSeries("a", [1, 2, 3]))).toMatchObject({ kept: "device" });
    expect(resultOf(await (await tab(name)).load("a")).length).toBe(3);
  });

  it("holds series in memory with a warning where storage is refused, and saves them once it is granted", async () => {
    const name = freshName();
    const workspace = await tab(name, { refused: true });
    const series = testSeries("a", [1, 2]);
    expect(await workspace.add(series)).toMatchObject({ kept: "memory" });
    expect(workspace.read().warning).toContain("does not let Prospect store data");
    expect(resultOf(await workspace.load("a"))).toBe(series);
    await workspace.rename("a", "Renamed");
    const { undo } = resultOf(await workspace.remove("a"));
    expect(hashes(workspace)).toEqual([]);
    await undo();
    expect(workspace.read().datasets).toMatchObject([{ hash: "a", name: "Renamed", kept: "memory" }]);

    await refuseWith("QuotaExceededError");
    await workspace.add(testSeries("b", [3]));
    expect(workspace.read().warning).toContain("is full");
    await refuseWith(null);
    await allKept(workspace);
    expect(workspace.read().warning).toBeNull();
    expect(hashes(await tab(name))).toEqual(["a", "b"]);
  });

  it("saves a restored one once the device accepts it, or says that it does not and retries", async () => {
    const name = freshName();
    const workspace = await tab(name, { refused: true });
    const [first, second] = [testSeries("a", [1]), testSeries("b", [2])];
    for (const series of [first, second]) await workspace.add(series);
    const undos = [resultOf(await workspace.remove("a")).undo, resultOf(await workspace.remove("b")).undo];
    await refuseWith(null);
    // Nothing is held in memory, so nothing is to be retried.
    await allKept(workspace);
    expect(resultOf(await undos[0]())).toMatchObject({ hash: "a", kept: "device" });
    await refuseWith("QuotaExceededError");
    expect(resultOf(await undos[1]())).toMatchObject({ hash: "b", kept: "memory" });
    expect(workspace.read().warning).toContain("is full");
    await refuseWith(null);
    await allKept(workspace);
    expect(hashes(await tab(name))).toEqual(["a", "b"]);
  });

  it("saves what it holds with the next change, here or in another tab, and when the user comes back", async () => {
    const name = freshName();
    const workspace = await tab(name, { refused: true });
    const other = await tab(name);
    const kept = () => workspace.read().datasets.map(({ hash, kept: where }) => `${hash}: ${where}`);
    const held = async (hash: string) => {
      await refuseWith("QuotaExceededError");
      expect(await workspace.add(testSeries(hash, [1]))).toMatchObject({ kept: "memory" });
      await refuseWith(null);
    };
    await held("a");
    await workspace.add(testSeries("b", [2]));
    await expect.poll(kept).toEqual(["a: device", "b: device"]);
    await held("c");
    await other.remove("a");
    await expect.poll(kept).toContain("c: device");
    await held("d");
    const back = () => document.dispatchEvent(new Event("visibilitychange"));
    await expect.poll(() => back() && kept()).toContain("d: device");
    expect(workspace.read().warning).toBeNull();
  });

  it("says that another tab has an older version of the database, or has upgraded it, and continues once it can", async () => {
    const holding = (version: number, name: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name, version);
        opening.onupgradeneeded = ({ oldVersion }) => {
          if (oldVersion === 0) opening.result.createObjectStore("datasets", { keyPath: "hash" });
        };
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
    const name = freshName();
    const older = await holding(1, name);
    const workspace = await tab(name);
    expect(workspace.read().warning).toContain("Another version of Prospect");
    expect(await workspace.add(testSeries("a", [1]))).toMatchObject({ kept: "memory" });
    older.close();
    await expect
      .poll(async () => {
        await retry(workspace);
        return workspace.read();
      })
      .toMatchObject({ warning: null, datasets: [{ hash: "a", kept: "device" }] });
    // This one gives way to the newer version, and says why it saves nothing more.
    (await holding(9, name)).close();
    expect(await workspace.add(testSeries("b", [2]))).toMatchObject({ kept: "memory" });
    expect(workspace.read().warning).toContain("Another version of Prospect");
    expect(resultOf(await workspace.load("b")).length).toBe(1);
  });
});

itInLongRuns("says that the database does not respond while one to be deleted is held", async () => {
  const name = freshName();
  const held = await openDB(name);
  const deleting = indexedDB.deleteDatabase(name);
  const workspace = await tab(name);
  expect(workspace.read().warning).toContain("does not respond");
  held.close();
  await expect.poll(() => deleting.readyState).toBe("done");
  await allKept(workspace);
});

it("knows how much space is left", async () => {
  const space = await (await tab(freshName())).space();
  expect(space?.available).toBeGreaterThan(0);
});
