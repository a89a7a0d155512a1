import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { previewReading } from "../../workers/ingest/jobs/preview-reading";
import { readSeries } from "../../workers/ingest/jobs/read-series";
import type { ReadOptions } from "../../workers/ingest/plan";
import { Remembered } from "../../workers/ingest/remembered";
import { choicesSchema, MAX_SKIPPED } from "../../workers/series/choices-schema";
import { failureText, resultOf } from "../fixtures/failure-text";
import { workbook } from "../fixtures/make-files";
import { testContext } from "../kernels/context";
import { days, names, primary, read, series } from "./ingest";

const context = testContext();
const ROWS = Array.from({ length: 12 }, (_, row) => `2024-01-${row + 10},${row + 101}`);
const VALUES = ROWS.map((_, row) => row + 101);
const text = (...lines: string[]) => `${lines.join("\n")}\n`;
const refusal = async (source: string | Blob, options: ReadOptions) => {
  const outcome = await read(source, options);
  return outcome.ok ? null : failureText(outcome.failure);
};
const preview = async (source: string | Blob, options: ReadOptions) => {
  return resultOf(await previewReading({ source, options }, await context));
};

describe("lines outside the table", () => {
  it("are skipped at the beginning and end, and rows keep their line numbers", async () => {
    const junk = text("1999-01-01,7", "1999-01-02,8", "Date,Close", ...ROWS, "2030-01-01,9", "", "");
    const found = await series(junk, { skip: 2, footer: 1 });
    expect([names(found), primary(found), days(found)?.[0]]).toEqual([["Close"], VALUES, "2024-01-10"]);
    expect([found.quality.rowsRead, found.quality.dropped, found.quality.preamble]).toEqual([12, [], 0]);
    expect((await preview(junk, { skip: 2, footer: 1 })).rows.map(({ line }) => line)).toEqual([4, 5, 6, 7, 8, 9, 14, 15]);
  });

  it("do not affect the rows, whatever they contain and however the rows are read", async () => {
    const junk = fc.array(
      fc.oneof(fc.string({ unit: fc.constantFrom(..."\"',;\t 19.-aé€\u4e00") }), fc.constant('"open'), fc.constant("2024-01-01,5")),
      { maxLength: 5 },
    );
    const end = fc.constantFrom("\n", "\r\n");
    await fc.assert(
      fc.asyncProperty(junk, junk, end, fc.boolean(), async (above, below, lineEnd, quoted) => {
        const rows = quoted ? ROWS.map((row) => `"${row.replace(",", '","')}"`) : ROWS;
        // A blank last line does not count.
        const last = below.length > 0 ? [...below, "end"] : [];
        const source = [...above, "Date,Close", ...rows, ...last].join(lineEnd);
        const found = await series(source, { skip: above.length, footer: last.length, header: true, delimiter: "comma" });
        expect([names(found), primary(found)]).toEqual([["Close"], VALUES]);
      }),
      { numRuns: 25 },
    );
  });

  it.each(["utf-16le", "utf-16be"] as const)("are counted in %s", async (encoding) => {
    const source = `title\nDate,Close\n${ROWS.join("\n")}\nTotal,1\n`;
    const units = Uint16Array.from([...source].map((sign) => sign.charCodeAt(0)));
    const bytes = new Uint8Array(units.buffer);
    if (encoding === "utf-16be") for (let at = 0; at < bytes.length; at += 2) [bytes[at], bytes[at + 1]] = [bytes[at + 1], bytes[at]];
    expect(primary(await series(new Blob([bytes]), { skip: 1, footer: 1, header: true }))).toEqual(VALUES);
    expect(primary(await series(new Blob([bytes]), { skip: 1, footer: 1, encoding }))).toEqual(VALUES);
  });

  it("are skipped even if split between chunks", async () => {
    const junk = Array.from({ length: 900 }, (_, line) => `note ${line}: ${"x".repeat(200)}`);
    const rows = ROWS.map((row) => `"${row.replace(",", '","')}"`);
    const whole = new Blob([text(...junk, ...rows)]);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    // A stream that delivers a tenth of the lines at a time.
    const source = new (class extends Blob {
      override stream(): ReturnType<Blob["stream"]> {
        const size = Math.ceil(bytes.length / 10);
        return new ReadableStream({
          start(controller) {
            for (let from = 0; from < bytes.length; from += size) controller.enqueue(bytes.slice(from, from + size));
            controller.close();
          },
        });
      }
    })([bytes]);
    expect(primary(await series(source, { skip: 900, header: false, delimiter: "comma" }))).toEqual(VALUES);
  });

  it("are skipped above a list, and in a sheet", async () => {
    expect(primary(await series("99 98 97\n100 101 102 103\n104 105 106\n", { skip: 1 }))).toEqual([100, 101, 102, 103, 104, 105, 106]);
    const book = await workbook({ Prices: [[7, 8], ["Day", "Close"], ...ROWS.map((row) => row.split(",")), [9, 9]] });
    expect(primary(await series(new Blob([book]), { skip: 1, footer: 1, header: true })).map(Number)).toEqual(VALUES);
  });

  it("are not among the displayed rows", async () => {
    const { rows } = await preview(text('"a quote that never closes', "Date,Close", ...ROWS), { skip: 1 });
    expect(rows.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 13, 14]);
  });

  it("must not be the whole text", async () => {
    const short = text("Date,Close", ...ROWS);
    expect(await refusal(short, { skip: 13 })).toBe("Skipping 13 lines leaves no text: skip fewer");
    expect(await refusal(short, { skip: MAX_SKIPPED })).toBe("Skipping 1,000 lines leaves no text: skip fewer");
    expect(await refusal(short, { footer: 13 })).toBe("Skipping 13 lines leaves no text: skip fewer");
    expect(await refusal(short, { skip: 12 })).toBe("CSV must contain at least 2 valid price points");
    expect(await refusal("5", { skip: 1, footer: 1 })).toBe("Skipping 2 lines leaves no text: skip fewer");
  });

  it("are cut off a long text even if its last line is longer than the sample", async () => {
    const long = Array.from({ length: 20_000 }, (_, row) => `${row + 1}.5`).join("\n");
    const found = await series(`${long}\n${"x".repeat(200_000)}\nsum,1\n`, { footer: 2 });
    expect([found.length, found.quality.dropped]).toEqual([20_000, []]);
  });
});

describe("the first row", () => {
  it("is a header of numbers if so chosen", async () => {
    const source = text("2019,2020", ...ROWS.map((_, row) => `${row + 1}.5,${row * 2}.25`));
    expect([(await series(source)).length, (await series(source)).quality.header]).toEqual([13, false]);
    const found = await series(source, { header: true });
    expect([names(found), found.length, found.quality.header]).toEqual([["2019", "2020"], 12, true]);
  });

  it("is not a header if so chosen, and its cells are excluded with their row", async () => {
    const source = text("Date,Close", ...ROWS);
    const found = await series(source, { header: false });
    expect([names(found), found.length, found.quality.header]).toEqual([["Column 2"], 12, false]);
    expect(found.quality.dropped).toEqual([{ reason: "bad-date", count: 1, examples: [{ row: 1, value: "Date" }] }]);
  });

  it("is the one below the skipped lines", async () => {
    const source = text("Alpha,Beta", "Date,Close", ...ROWS);
    expect(names(await series(source, { header: true, skip: 1 }))).toEqual(["Close"]);
    expect(names(await series(source, { header: true }))).toEqual(["Beta"]);
  });
});

describe("the encoding", () => {
  /** "Дата;Цена" in Windows-1251, which also decodes as Western letters. */
  const cyrillic = (title: string) =>
    new Uint8Array([...title].map((sign) => (sign > "\x7f" ? sign.charCodeAt(0) - 0x350 : sign.charCodeAt(0))));
  const source = new Blob([cyrillic("День"), ";", cyrillic("Курс"), "\n", ROWS.join("\n").replaceAll(",", ";")]);

  it("is used as chosen, and named in the report", async () => {
    const found = await series(source, { encoding: "windows-1251" });
    expect([names(found), found.quality.encoding, primary(found)]).toEqual([["Курс"], "windows-1251", VALUES]);
    expect((await preview(source, { encoding: "windows-1250" })).text?.encoding).toBe("windows-1250");
  });

  it("is refused if bytes are invalid in it, wherever they are", async () => {
    expect(await refusal(source, { encoding: "utf-8" })).toBe(
      "The text contains bytes that are not valid in utf-8: choose another encoding",
    );
    const late = new Blob([
      text("Date,Close,Note", ...ROWS.flatMap((row) => Array(2000).fill(`${row},"a"`))),
      Uint8Array.of(0xff, 0xfe, 44, 49, 10),
    ]);
    for (const encoding of ["utf-8", "gb18030", "euc-kr"] as const)
      expect(await refusal(late, { encoding })).toBe(`The text contains bytes that are not valid in ${encoding}: choose another encoding`);
  });

  it("of two-byte units is refused for a single-byte text", async () => {
    expect(await refusal(new Blob([text("Date,Close", ...ROWS)]), { encoding: "utf-16le" })).toBe("Invalid CSV format");
  });

  it("allows bytes that do not look like text, but no archive", async () => {
    const chinese = [...`日期,收盘\n${ROWS.join("\n")}\n\u0001`].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]);
    const blob = new Blob([Uint8Array.from(chinese)]);
    expect(names(await series(blob, { encoding: "utf-16le" }))).toEqual(["收盘"]);
    const pdf = new Blob([Uint8Array.of(0x25, 0x50, 0x44, 0x46), text("Date,Close", ...ROWS)]);
    expect(await refusal(pdf, { encoding: "utf-8" })).toBe("Please upload a CSV file: this is a PDF document");
  });
});

describe("choices about lines", () => {
  const source = text("Report,1", "Day,Rate", ...ROWS, "Total,5");
  const readAs = async (given: string | Blob, options: ReadOptions | undefined, remembered: unknown) => {
    return resultOf(await readSeries({ source: given, name: "test", origin: "file", options, remembered }, await context));
  };

  it("apply to the form's next text", async () => {
    const { chosen } = (await readAs(source, { skip: 1, footer: 1, header: true, encoding: "windows-1252" }, null)).quality;
    expect(chosen).toMatchObject({ earlier: false, options: { skip: 1, footer: 1, header: true, encoding: "windows-1252" } });
    const again = await readAs(source.replace("Total", "Sum"), undefined, [{ form: chosen?.form, options: chosen?.options }]);
    expect([again.quality.chosen?.earlier, names(again), primary(again), again.quality.encoding]).toEqual([
      true,
      ["Rate"],
      VALUES,
      "windows-1252",
    ]);
  });

  it("do not apply to text generated by a reader, nor to typed columns", async () => {
    const html = `<table><tr><th>Day</th><th>Rate</th></tr>${ROWS.map((row) => `<tr><td>${row.replace(",", "</td><td>")}</td></tr>`).join("")}</table>`;
    const form = (await readAs(text("Day,Rate", ...ROWS), { header: true }, null)).quality.chosen?.form;
    const found = await readAs(html, undefined, [{ form, options: { encoding: "utf-16le" } }]);
    expect(primary(found)).toEqual(VALUES);
  });

  it("of an invalid type or size are ignored", () => {
    const good = { form: "a", options: { skip: 3, footer: 0, header: false, encoding: "big5" } };
    expect(new Remembered([good]).of("a")).toEqual(good.options);
    for (const options of [
      { skip: -1 },
      { skip: 1.5 },
      { skip: 1e9 },
      { footer: "2" },
      { header: "yes" },
      { encoding: "utf-7" },
      { skip: Number.NaN },
    ])
      expect(new Remembered([{ form: "a", options }]).of("a"), JSON.stringify(options)).toEqual({});
    expect(Object.keys(choicesSchema.entries)).toContain("encoding");
  });
});
