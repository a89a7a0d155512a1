import { describe, expect, it } from "vitest";
import { readNews } from "../../../workers/news/jobs/read-news";
import { Canceled } from "../../../workers/runtime/job";
import { says, toldOutcome } from "../../fixtures/failure-text";
import { gzipped, zipped } from "../../fixtures/make-files";
import { testContext } from "../context";

const TEXT = "Société Générale: strong growth.\nSecond line.";
const utf16 = (text: string, mark: boolean) => {
  const bytes = new Uint8Array(2 * text.length + (mark ? 2 : 0));
  const view = new DataView(bytes.buffer);
  if (mark) view.setUint16(0, 0xfeff, true);
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i + (mark ? 2 : 0), text.charCodeAt(i), true);
  return bytes;
};
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe("reading a news text", () => {
  it.each([
    ["UTF-8", TEXT],
    ["UTF-8 with a mark", `\uFEFF${TEXT}`],
    ["UTF-16 with a mark", utf16(TEXT, true)],
    ["Windows' encoding", latin1(TEXT)],
    ["Windows' encoding after a megabyte of plain letters", new Blob(["a ".repeat(600_000), latin1(TEXT)])],
  ])("returns the text of %s", async (name, content) => {
    const read = await readNews({ source: new Blob([content]) }, await testContext());
    expect(read).toEqual({ ok: true, value: name.includes("megabyte") ? "a ".repeat(600_000) + TEXT : TEXT });
  });

  it.each([
    ["noise", Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7919) >> 3), "bad-input", says("news/invalid")],
    ["an archive cut off", Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0), "bad-input", says("ingest/packedDamaged", { format: "zip archive" })],
    ["more than ten million characters", "words ".repeat(1_700_000), "too-large", says("news/textTooLong", { most: 10_000_000 })],
  ])("refuses %s with a message", async (_, content, code, message) => {
    const read = await readNews({ source: new Blob([content]) }, await testContext());
    expect(toldOutcome(read)).toEqual({ ok: false, failure: expect.objectContaining({ code, message }) });
  });

  it("returns the text of a compressed file, and of an archive's first entry", async () => {
    for (const bytes of [await gzipped(TEXT), await zipped({ "news.txt": TEXT, "other.txt": "Other words" })])
      expect(await readNews({ source: new Blob([bytes]) }, await testContext())).toEqual({ ok: true, value: TEXT });
    const cut = new Blob([(await gzipped(TEXT)).slice(0, -9)]);
    const failure = { message: says("ingest/packedDamaged", { format: "gzip file" }) };
    expect(toldOutcome(await readNews({ source: cut }, await testContext()))).toMatchObject({ failure });
  });

  const HEADLINES = [
    ["Published", "Ticker", "Headline", "Summary"],
    ["2018-10-03 14:30", "CL", 'Oil rallies, "bulls" say', "Demand is\nstrong"],
    ["2018-11-13", "CL", "Crude plunges", "Crude plunges"],
    ["soon", "CL", "OPEC to meet", ""],
    ["2018-12-07", "CL", "", ""],
  ];
  const ITEMS = ["OPEC to meet", '2018-10-03 14:30 Oil rallies, "bulls" say · Demand is strong', "2018-11-13 Crude plunges"].join("\n");
  const csv = (delimiter: string) =>
    HEADLINES.map((row) => row.map((cell) => (/[\n",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)).join("\n");

  it.each([
    ["CSV", new Blob([csv(",")])],
    ["a table with tabs", new Blob([csv("\t")])],
    [
      "JSON",
      new Blob([JSON.stringify(HEADLINES.slice(1).map((row) => Object.fromEntries(row.map((cell, i) => [HEADLINES[0][i], cell]))))]),
    ],
  ])("converts the rows of %s to dated items, undated ones first", async (_, source) => {
    expect(await readNews({ source }, await testContext())).toEqual({ ok: true, value: ITEMS });
  });

  const PAGE = "<html><body><p>Oil rallies</p><table><tr><th>date<th>headline<tr><td>2018-10-03<td>Crude</table></body></html>";

  it("converts undated rows to articles, and leaves other tables and texts as they are", async () => {
    const words = new Blob(["id,text\n1,First article\n2,Second article"]);
    expect(await readNews({ source: words }, await testContext())).toEqual({ ok: true, value: "First article\n---\nSecond article" });
    for (const text of [
      "News\nOil rallies, again",
      "Oil, gas and news of both\nOil rallies",
      "Date,Close\n2018-10-03,76.4",
      PAGE,
      "Market News\nOil rallied, again.\nGold fell.",
      "Markets, News\nOil rallied, and gold, too\nStocks fell",
    ])
      expect(await readNews({ source: new Blob([text]) }, await testContext())).toEqual({ ok: true, value: text });
  });

  it("refuses a table with more words than the limit", async () => {
    const source = new Blob(["date,headline\n", "2018-10-03,Oil rallies again and again\n".repeat(400_000)]);
    const failure = expect.objectContaining({ code: "too-large" });
    expect(await readNews({ source }, await testContext())).toEqual({ ok: false, failure });
  });

  it("stops when it is canceled", async () => {
    const context = await testContext(2);
    const source = new Blob(["words ".repeat(1_000_000)]);
    await expect(readNews({ source }, context)).rejects.toThrow(Canceled);
  });
});
