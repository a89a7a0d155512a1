import { expect, it } from "vitest";
import { rowsToText } from "../../../workers/batch";
import { writeRows } from "../../../workers/batch/jobs/write-rows";
import { readSeries } from "../../../workers/ingest";
import { inWords } from "../../fixtures/in-words";
import { testContext } from "../context";

const rows = Array.from({ length: 5 }, (_, k) => ({ series: `S${k}`, values: 100 + k, "fit.persistence": k === 2 ? null : 0.9 + k / 70 }));

it.each(["arrow", "xlsx", "parquet"] as const)(
  "rows of a batch as %s have the same numbers, and no number where there was none",
  async (format) => {
    const context = await testContext();
    const written = await writeRows({ texts: [rowsToText(rows)], format, record: {} }, context);
    if (!written.ok) throw new Error(inWords(written.failure));
    const read = await readSeries({ source: written.value, name: `rows.${format}`, origin: "file", options: {} }, context);
    if (!read.ok) throw new Error(inWords(read.failure));
    const column = (name: string) => [...(read.value.columns.find((one) => one.name === name)?.values ?? [])];
    expect(column("values")).toEqual([100, 101, 102, 103, 104]);
    const persistence = column("fit.persistence");
    expect(persistence.filter(Number.isFinite)).toEqual(rows.flatMap((row) => row["fit.persistence"] ?? []));
  },
);
