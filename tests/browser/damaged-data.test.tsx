import { resultOf, toldOutcome } from "../fixtures/failure-text";
import { family } from "../fixtures/in-all";
import "../../src/styles.css";
import { openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { Pool } from "../../src/client/pool";
import { DataCheck } from "../../src/pages/settings/data-check.tsx";
import { clients } from "../../src/state/clients";
import type { Jobs } from "../../workers/jobs";
import { testSeries } from "../fixtures/series";
import { findings } from "./axe.ts";
import { freshPool } from "./fresh-pool.ts";

let names = 0;
const freshName = () => `damaged-${Date.now()}-${++names}`;

afterEach(() => {
  vi.restoreAllMocks();
});

async function saved(workspace: string, name: string, values: readonly number[]) {
  const pool = freshPool();
  const source = `Date,Close\n${values.map((value, i) => `2024-01-${String(1 + i).padStart(2, "0")},${value}`).join("\n")}\n`;
  const series = resultOf(await pool.run("read-series", { source, name, origin: "file" }, { cache: false }));
  resultOf(await pool.run("save-series", { workspace, series }, { cache: false }));
  return series;
}

/** Changes a dataset's entry in the database. */
async function changeEntry(workspace: string, hash: string, change: (entry: Record<string, unknown>) => object): Promise<string> {
  const database = await openDB(workspace);
  const entry = await database.get("datasets", hash);
  await database.put("datasets", { ...entry, ...change(entry) });
  database.close();
  return entry.block;
}
const blockOf = (workspace: string, hash: string) => changeEntry(workspace, hash, () => ({}));

async function flip(workspace: string, block: string, byte: number, bit: number): Promise<void> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(`${workspace}-blocks`);
  const file = await folder.getFileHandle(block);
  const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
  bytes[byte % bytes.length] ^= 1 << bit;
  const writer = await file.createWritable();
  await writer.write(bytes);
  await writer.close();
}

const load = (pool: Pool<Jobs>, workspace: string, hash: string) => pool.run("load-series", { workspace, hash }, { cache: false });
const check = async (workspace: string) => resultOf(await freshPool().run("check-data", { workspace }, { cache: false }));

describe("a flipped bit", () => {
  family(
    [
      [0, 0],
      [5, 3],
      [23, 7],
      [39, 6],
      [47, 1],
    ] as const,
    ([byte]) => byte === 0 || byte === 39,
    (places) =>
      it.each(places)("in byte %i, bit %i of a block: the dataset is named, the others still work", async (byte, bit) => {
        const workspace = freshName();
        const good = await saved(workspace, "good.csv", [1, 2, 3]);
        const bad = await saved(workspace, "bad.csv", [4, 5, 6]);
        await flip(workspace, await blockOf(workspace, bad.hash), byte, bit);
        const pool = freshPool();
        const loaded = await load(pool, workspace, bad.hash);
        expect(toldOutcome(loaded)).toMatchObject({ ok: false, failure: { code: "storage", message: expect.stringContaining("bad.csv") } });
        expect(resultOf(await load(pool, workspace, good.hash)).columns[0].values).toEqual(good.columns[0].values);
        expect(await check(workspace)).toMatchObject({ faults: [{ fault: "numbers-changed", hash: bad.hash, name: "bad.csv" }] });
        // A backup must not carry wrong numbers along.
        const backup = resultOf(await pool.run("make-backup", { workspace, app: "1", now: 1, settings: {} }, { cache: false }));
        expect(backup).toMatchObject({ datasets: 1, leftOut: ["bad.csv"] });
        // Loading the same numbers again repairs it, under the name the person gave it.
        resultOf(await pool.run("rename-series", { workspace, hash: bad.hash, name: "Mine" }, { cache: false }));
        resultOf(await pool.run("save-series", { workspace, series: bad }, { cache: false }));
        expect(resultOf(await load(freshPool(), workspace, bad.hash))).toMatchObject({ name: "Mine", length: 3 });
        expect(await check(workspace)).toMatchObject({ faults: [] });
      }),
  );

  it("in the entry of the database: another block's numbers are not returned", async () => {
    const workspace = freshName();
    const one = await saved(workspace, "one.csv", [1, 2, 3]);
    const two = await saved(workspace, "two.csv", [4, 5, 6]);
    const block = await blockOf(workspace, two.hash);
    await changeEntry(workspace, one.hash, () => ({ block }));
    expect(await load(freshPool(), workspace, one.hash)).toMatchObject({ ok: false, failure: { code: "storage" } });
    expect(await check(workspace)).toMatchObject({ faults: [{ fault: "numbers-changed", name: "one.csv" }], leftovers: 1 });
  });

  it("in the length of an entry: the block is truncated, and the check says so", async () => {
    const workspace = freshName();
    const one = await saved(workspace, "one.csv", [1, 2, 3]);
    await changeEntry(workspace, one.hash, () => ({ length: 3 + 1024 }));
    expect(await load(freshPool(), workspace, one.hash)).toMatchObject({ ok: false, failure: { code: "storage" } });
    expect(await check(workspace)).toMatchObject({ faults: [{ fault: "numbers-gone", name: "one.csv" }] });
  });

  it("in the structure of an entry: it is counted and named", async () => {
    const workspace = freshName();
    const one = await saved(workspace, "one.csv", [1, 2, 3]);
    await changeEntry(workspace, one.hash, () => ({ columns: "Clnse" }));
    expect(await check(workspace)).toMatchObject({ faults: [{ fault: "entry-unreadable", hash: null, name: "one.csv" }] });
  });
});

describe("Check my data", () => {
  const own: string[] = [];
  const forget = async () => {
    for (const hash of own.splice(0))
      await freshPool().run("remove-series", { workspace: "prospect", hash, forGood: true }, { cache: false });
    await clients.open();
    for (const { id } of clients.read().records) await clients.remove(id);
  };
  beforeEach(forget);
  afterEach(forget);

  it("says that all is well, with counts", async () => {
    own.push((await saved("prospect", "well.csv", [11, 12, 13])).hash);
    await render(<DataCheck />);
    await page.getByRole("button", { name: "Check my data" }).click();
    await expect.element(page.getByRole("status")).toHaveTextContent(/\d datasets? with [\d,]+ values/);
    // Data left by other test files may be damaged on purpose.
    expect(document.querySelector("[aria-label=Findings]")?.textContent ?? "").not.toContain("well.csv");
  });

  it("names what is damaged and what refers to it, and exports what is left", async () => {
    const { hash } = await saved("prospect", "flipped.csv", [21, 22, 23]);
    own.push(hash);
    await flip("prospect", await blockOf("prospect", hash), 47, 0);
    const gone = testSeries("f".repeat(64), [1]);
    const holdings = [{ hash: gone.hash, name: "Gone AG", weight: 1 }];
    await clients.add({ name: "Ada", note: "", portfolios: [{ id: "p", name: "Core", holdings }] });
    await render(
      <main>
        <DataCheck />
      </main>,
    );
    await page.getByRole("button", { name: "Check my data" }).click();
    const list = page.getByRole("list", { name: "Findings" });
    await expect.element(list).toHaveTextContent("flipped.csv");
    await expect.element(list).toHaveTextContent("Gone AG, referenced by the portfolio Core of Ada, is not on this device");
    expect(await findings("light")).toEqual([]);
    const files: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download);
    });
    await page.getByRole("button", { name: "Save the rest of flipped.csv" }).click();
    await expect.poll(() => files).toEqual(["flipped-unverified.csv"]);
  });
});
