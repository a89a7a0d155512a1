import { describe, expect, it } from "vitest";
import { previewReading } from "../../workers/ingest/jobs/preview-reading";
import { toldOutcome } from "../fixtures/in-words";
import { testContext } from "../kernels/context";
import { days, names, primary, read, series } from "./ingest";

const DATES = ["2024-01-02", "2024-01-03", "2024-01-04"];
const text = (header: string, rows: readonly string[]) => `${header}\n${rows.map((row, place) => `${DATES[place]},${row}\n`).join("")}`;

describe("decimal commas in a text that commas part", () => {
  it.each([
    ["of one column", "Date,Close", ["101,25", "101,5", "99,05"], [101.25, 101.5, 99.05]],
    ["some whole", "Date,Close", ["101,25", "102", "99,05"], [101.25, 102, 99.05]],
    ["of several columns", "Date,Close,Low", ["101,25,100,5", "101,5,99,75", "-99,05,98,0"], [101.25, 101.5, -99.05]],
    ["in three digits, one of which is no group", "Date,Close", ["1,234", "1,24", "1,198"], [1.234, 1.24, 1.198]],
  ])("are those of numbers, %s, and are asked for", async (_, header, rows, values) => {
    const found = await series(text(header, rows));
    expect([primary(found), days(found), found.quality.dropped]).toEqual([values, DATES, []]);
    expect(names(found)).toEqual(header.split(",").slice(1));
    expect([found.quality.decimal, found.quality.doubts]).toEqual(["comma", ["decimal"]]);
    const chosen = await series(text(header, rows), { decimal: "comma" });
    expect([primary(chosen), chosen.quality.doubts]).toEqual([values, undefined]);
  });

  it("are none where a point is chosen", async () => {
    const found = await series(text("Date,Close", ["101,25", "101,5", "99,05"]), { decimal: "point" });
    expect(found.columns).toHaveLength(2);
  });

  it.each([
    ["without a header", "", ["101,25", "102,26", "99,27"]],
    ["with a name for each cell", "Date,Close,Volume", ["101,25", "102,26", "99,27"]],
    ["with numbers that have a point", "Date,Close", ["101.5,25", "102.5,26", "99.5,27"]],
  ])("are none in rows %s", async (_, header, rows) => {
    expect((await series(text(header, rows).trimStart())).columns).toHaveLength(2);
  });

  it("are refused by their row where it is open which commas are decimal", async () => {
    const outcome = toldOutcome(await read(text("Date,Close,Low", ["101,25,100,5", "101,99,75", "99,05,98,0"])));
    expect(outcome).toMatchObject({
      failure: { code: "bad-input", row: 2, value: "2024-01-02,101,25,100,5", message: expect.stringContaining("5 cells below 3 names") },
    });
  });

  it("are one number in the preview too", async () => {
    const source = text("Date,Close", ["101,25", "102", "99,05"]);
    const preview = await previewReading({ source, options: {} }, await testContext());
    expect(preview).toMatchObject({
      value: { width: 2, rows: [{ cells: ["2024-01-02", "101,25"], values: [101.25] }, { values: [102] }, {}] },
    });
  });
});
