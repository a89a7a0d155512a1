import { describe, expect, it } from "vitest";
import { fixesOf, neededWords } from "../../src/analysis/data/reading-fixes";
import type { Series } from "../../workers/contract";
import type { ReadOptions } from "../../workers/ingest";
import { findJumps } from "../../workers/ingest/jobs/find-jumps";
import { testContext } from "../kernels/context";
import { primary, series } from "./ingest";

const REPEATED = "Date,Close\n2024-01-02,10\n2024-01-03,11\n2024-01-03,15\n";
const BLANK = "Date,Close\n2024-01-02,10\n2024-01-03,\n2024-01-04,12\n";
const SPLIT = "Date,Close\n2024-01-02,400\n2024-01-03,404\n2024-01-04,102\n";
const jumpsOf = async (read: Series) => {
  const found = findJumps({ series: read }, await testContext());
  return found.ok ? found.value : null;
};
const labels = async (text: string, options: ReadOptions = {}) => {
  const read = await series(text, options);
  return Object.fromEntries(
    Object.entries(fixesOf(read, await jumpsOf(read))).map(([place, fixes]) => [place, fixes.map(({ label }) => label)]),
  );
};
/** What is analyzed after the fix of that label, read as a press does: with what was chosen before. */
async function fixed(text: string, label: string, options: ReadOptions = {}) {
  const read = await series(text, options);
  const fix = Object.values(fixesOf(read, await jumpsOf(read)))
    .flat()
    .find((one) => one.label === label);
  return fix ? primary(await series(text, { ...read.quality.chosen?.options, ...fix.choose })) : null;
}

describe("fixes beside the findings of a reading", () => {
  it("appear where something can be fixed, with an undo for those made", async () => {
    expect(await labels(REPEATED)).toMatchObject({ repeated: ["Keep the first", "Keep the last"] });
    expect(await labels(REPEATED, { repeated: "last" })).toMatchObject({ "duplicate-date": ["Keep all"] });
    expect(await labels(BLANK)).toMatchObject({ "missing-value": ["Fill"] });
    expect(await labels(BLANK, { fill: "previous" })).toMatchObject({ filled: ["Leave blank"] });
    expect(await labels(SPLIT)).toMatchObject({ jumps: ["Mark 4:1 on 2024-01-04"] });
    expect(await labels(SPLIT, { splits: [{ time: Date.UTC(2024, 0, 4), shares: 4 }] })).toMatchObject({
      jumps: [],
      adjusted: ["Unmark the splits"],
    });
    const returns = "Date,Return\n2024-01-02,0.1\n2024-01-03,-0.5\n";
    expect(await labels(returns)).toMatchObject({ returns: ["Compound into prices"] });
    expect(await labels(returns, { compound: "fraction" })).toMatchObject({ returns: ["Do not compound"] });
    // A volume is never filled, and a text without dates has none that repeat.
    expect(await labels("Date,Volume\n2024-01-02,10\n2024-01-03,\n2024-01-04,12\n")).toEqual({ jumps: [] });
  });

  it("mark no split for a move that no simple ratio explains", async () => {
    const falls = (to: number) => labels(`Date,Close\n2024-01-02,101\n2024-01-03,100\n2024-01-04,${to}\n`);
    expect(await falls(55)).toMatchObject({ jumps: [] });
    expect(await falls(58)).toMatchObject({ jumps: [] });
    expect(await falls(51)).toMatchObject({ jumps: ["Mark 2:1 on 2024-01-04"] });
    expect(await falls(48)).toMatchObject({ jumps: ["Mark 2:1 on 2024-01-04"] });
    expect(await falls(156)).toMatchObject({ jumps: ["Mark 2:3 on 2024-01-04"] });
    expect(await falls(145)).toMatchObject({ jumps: ["Mark 2:3 on 2024-01-04"] });
  });

  it("read the text like Check the reading, in addition to earlier choices", async () => {
    expect(await fixed(REPEATED, "Keep the first")).toEqual([10, 11]);
    expect(await fixed(REPEATED, "Keep the last")).toEqual([10, 15]);
    expect(await fixed(REPEATED, "Keep all", { repeated: "last" })).toEqual([10, 11, 15]);
    expect(await fixed(BLANK, "Fill", { decimal: "point" })).toEqual([10, 10, 12]);
    expect(await fixed(SPLIT, "Mark 4:1 on 2024-01-04")).toEqual([100, 101, 102]);
    expect(await fixed("Date,Return\n2024-01-02,10%\n2024-01-03,-50%\n", "Compound into prices")).toEqual([
      110.00000000000001, 55.00000000000001,
    ]);
  });

  it("state what is needed if the text is not available", async () => {
    const read = await series(REPEATED);
    expect(neededWords(read)).toBe("The text is no longer available. To fix what is listed here, open the file again");
    expect(neededWords({ ...read, origin: "pasted" })).toContain("paste it again, or open it as a file");
    expect(neededWords({ ...read, origin: "sample" })).toBeNull();
  });
});
