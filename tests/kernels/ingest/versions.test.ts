import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, type Series } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import { addRows } from "../../../workers/ingest/jobs/add-rows";
import { compareVersions } from "../../../workers/ingest/jobs/compare-versions";
import { resultOf } from "../../fixtures/failure-text";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";

const context = testContext();
type Rows = ReadonlyMap<number, number>;
const rowsOf = fc
  .uniqueArray(fc.tuple(fc.nat(20), fc.nat(3)), { selector: ([day]) => day, minLength: 2, maxLength: 20 })
  .map((pairs): Rows => new Map([...pairs].sort(([a], [b]) => a - b).map(([day, value]) => [day * DAY, 1 + value])));

async function seriesOf(rows: Rows): Promise<Series> {
  const source = `Date,Close\n${[...rows].map(([time, value]) => `${new Date(time).toISOString().slice(0, 10)},${value}`).join("\n")}\n`;
  return resultOf(await readSeries({ source, name: "prices.csv", origin: "file" }, await context));
}

describe("two versions of a series", () => {
  it("differ by rows that only one of them has, and by rows with different values", async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, rowsOf, async (old, fresh) => {
        const { same, added, changed, gone } = resultOf(
          compareVersions({ before: await seriesOf(old), after: await seriesOf(fresh) }, await context),
        );
        const common = [...old.keys()].filter((time) => fresh.has(time));
        const moved = common.filter((time) => old.get(time) !== fresh.get(time));
        const born = [...fresh.keys()].filter((time) => !old.has(time));
        const left = [...old.keys()].filter((time) => !fresh.has(time));
        expect([same, added.count, changed.count, gone.count]).toEqual([
          common.length - moved.length,
          born.length,
          moved.length,
          left.length,
        ]);
        expect(same + added.count + changed.count).toBe(fresh.size);
        expect(same + changed.count + gone.count).toBe(old.size);
        expect([added.from, added.to]).toEqual([born[0] ?? null, born.at(-1) ?? null]);
        expect(changed.examples).toEqual(
          moved.slice(0, 3).map((time) => ({ time, column: "Close", before: old.get(time), after: fresh.get(time) })),
        );
      }),
      { numRuns: runs(80), seed: 81 },
    );
  });

  it("are merged from the rows of the old one and those only the new one has", async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, rowsOf, async (old, fresh) => {
        const before = await seriesOf(old);
        const joined = resultOf(await addRows({ before, after: await seriesOf(fresh) }, await context));
        const expected = await seriesOf(new Map([...fresh, ...old].sort(([a], [b]) => a - b)));
        const all = new Map([...fresh, ...old].sort(([a], [b]) => a - b));
        expect([...(joined.times ?? [])]).toEqual([...all.keys()]);
        expect([...joined.columns[0].values]).toEqual([...all.values()]);
        expect([joined.hash, joined.previous]).toEqual([expected.hash, before.hash]);
      }),
      { numRuns: runs(40), seed: 82 },
    );
  });

  it("cannot be compared without dates, or with other columns", async () => {
    const dated = await seriesOf(new Map([0, DAY, 2 * DAY].map((time) => [time, 1 + time / DAY])));
    const other = { ...dated, columns: [{ ...dated.columns[0], name: "Last" }] };
    for (const after of [{ ...dated, times: null }, other])
      expect(compareVersions({ before: dated, after }, await context)).toMatchObject({ ok: false });
  });
});
