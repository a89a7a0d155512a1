import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, it } from "vitest";
import { rowsToText } from "../../../workers/batch";
import { writeRows } from "../../../workers/batch/jobs/write-rows";
import { readSeries } from "../../../workers/ingest";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

const rows = Array.from({ length: 5 }, (_, k) => ({ series: `S${k}`, values: 100 + k, "fit.persistence": k === 2 ? null : 0.9 + k / 70 }));

it.each(["arrow", "xlsx", "parquet"] as const)(
  "rows of a batch as %s keep their numbers, and stay empty where there was none",
  async (format) => {
    const context = await testContext();
    const read = resultOf(
      await readSeries(
        {
          source: resultOf(await writeRows({ texts: [rowsToText(rows)], format, record: {} }, context)),
          name: `rows.${format}`,
          origin: "file",
          options: {},
        },
        context,
      ),
    );
    const column = (name: string) => [...(read.columns.find((one) => one.name === name)?.values ?? [])];
    expect(column("values")).toEqual([100, 101, 102, 103, 104]);
    const persistence = column("fit.persistence");
    expect(persistence.filter(Number.isFinite)).toEqual(rows.flatMap((row) => row["fit.persistence"] ?? []));
  },
);

it("rows as CSV have names that no spreadsheet runs as formulas, and exact numbers, in either style", async () => {
  const context = await testContext();
  const named = [
    { series: "=HYPERLINK(1)", "@column": 1.234, text: "1.5" },
    { series: "a; b, c", "@column": -1e-7, text: "-x" },
  ];
  const read = async (csv: "point" | "comma") => {
    return resultOf(await writeRows({ texts: [rowsToText(named)], format: "csv", csv, record: {} }, context)).text();
  };
  expect(await read("point")).toBe("series,'@column,text\n'=HYPERLINK(1),1.234,1.5\n\"a; b, c\",-1e-7,'-x\n");
  expect(await read("comma")).toBe('series;\'@column;text\n\'=HYPERLINK(1);1,2340;"1,5"\n"a; b, c";-1e-7;\'-x\n');
});

it("rows beyond one Parquet row group are all written, in order", async () => {
  const context = await testContext();
  const many = Array.from({ length: 4100 }, (_, k) => ({
    series: `S${k}`,
    figure: k % 7 === 0 ? null : k / 3,
    ...(k > 3000 && { late: k % 2 === 0, text: "ab".repeat(k % 5) }),
  }));
  const file = await resultOf(
    await writeRows({ texts: many.map((row) => rowsToText([row])), format: "parquet", record: {} }, context),
  ).arrayBuffer();
  const { row_groups: groups } = parquetMetadata(file);
  expect(groups.map(({ num_rows }) => Number(num_rows))).toEqual([2000, 2000, 100]);
  expect(await parquetReadObjects({ file })).toEqual(many.map((row) => ({ late: null, text: null, ...row })));
});
