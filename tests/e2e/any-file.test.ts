import { columnFromArray, dateDay, float64, tableFromColumns, tableToIPC } from "@uwdata/flechette";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, it } from "vitest";
import { gzipped, workbook, zipped } from "../fixtures/make-files";
import { sharedSession } from "./browser";

const session = sharedSession();
const DAYS = Array.from({ length: 120 }, (_, row) => new Date(Date.UTC(2024, 0, 1) + row * 86_400_000));
const day = (date: Date) => date.toISOString().slice(0, 10);
/** Closes of a file, different for each file so that none is taken for another. */
const closes = (file: number) => DAYS.map((_, row) => 100 + file + Math.sin(row) * 3);
const csv = (file: number) =>
  `Date,Close\n${closes(file)
    .map((close, row) => `${day(DAYS[row])},${close}`)
    .join("\n")}\n`;
const page = (file: number) => {
  const rows = closes(file).map((close, row) => `<tr><td>${day(DAYS[row])}</td><td>${close}</td></tr>`);
  return `<!doctype html><table><tr><th>Date</th><th>Close</th></tr>${rows.join("")}</table>`;
};
const parquet = (file: number) =>
  parquetWriteBuffer({
    columnData: [
      { name: "Date", data: DAYS, type: "TIMESTAMP" },
      { name: "Close", data: closes(file), type: "DOUBLE" },
    ],
  });
const feather = (file: number) =>
  tableToIPC(tableFromColumns({ Date: columnFromArray(DAYS, dateDay()), Close: columnFromArray(closes(file), float64()) }), {
    format: "file",
  });

const files = async (): Promise<[name: string, bytes: ArrayBuffer | Uint8Array | string][]> => [
  ["a.csv.gz", await gzipped(csv(1))],
  ["b.zip", await zipped({ "prices.csv": csv(2) })],
  ["c.json", JSON.stringify(closes(3).map((close, row) => ({ date: day(DAYS[row]), close })))],
  ["d.html", page(4)],
  ["e.parquet", parquet(5)],
  ["f.feather", feather(6)!],
  [
    "g.xlsx",
    await workbook({ Prices: [["Date", "Close"], ...closes(7).map((close, row) => [DAYS[row], close])], Other: [["v"], [1], [2]] }),
  ],
];

it("a file of each form becomes a series, and its details say how it was opened", async () => {
  const tab = await session.current.open("/garch-model");
  const input = tab.locator('main input[type="file"]').first();
  for (const [name, content] of await files()) {
    const buffer = typeof content === "string" ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
    await input.setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await tab.getByRole("button", { name: `Details of ${name}` }).waitFor();
    await tab.getByText("120 prices read, 0 dropped").or(tab.getByText("120 values read, 0 dropped")).first().waitFor();
  }
  await tab.getByRole("button", { name: "Details of g.xlsx" }).click();
  await tab.getByRole("dialog").getByText("zip archive ▸ Excel workbook").waitFor();
  expect(await tab.getByRole("alert").count()).toBe(0);
});

it("what a file leaves ambiguous is shown, chosen, and still chosen after a reload and for the next file of its form", async () => {
  const tab = await session.current.openAlone("/risk-management");
  const main = tab.getByRole("main");
  const give = (name: string, add: number) =>
    main
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(`day;alpha\n${monthly(add).join("\n")}\n`) });
  // The first of every month, day first: nothing in the file tells days from months.
  const monthly = (add: number) =>
    Array.from({ length: 48 }, (_, row) => `${`0${1 + (row % 12)}`.slice(-2)}/01/${2020 + Math.floor(row / 12)};${100 + add + row}`);
  await give("monthly.csv", 0);
  await main.getByRole("list", { name: "Ambiguous in the text" }).getByText("Dates are read day before month").waitFor();
  await main.getByRole("button", { name: "Check the reading…" }).click();
  const dialog = tab.getByRole("dialog", { name: "Check the reading" });
  await dialog.getByText("→ 2020-01-02").waitFor();
  await dialog.getByRole("button", { name: /Dates/ }).click();
  await tab.getByRole("option", { name: "Month before day" }).click();
  await dialog.getByText("→ 2020-02-01").waitFor();
  await dialog.getByRole("button", { name: "Read it like this" }).click();
  await main.getByText("Read as chosen: month before day", { exact: true }).waitFor();
  await main.getByText("2020-01-01 – 2023-12-01").first().waitFor();
  await tab.reload();
  await main.getByText("Read as chosen: month before day", { exact: true }).waitFor();
  await give("monthly again.csv", 500);
  await main.getByText("Read as chosen for an earlier text with this layout: month before day").waitFor();
  await main.getByText("2020-01-01 – 2023-12-01").first().waitFor();
  await tab.close();
});
