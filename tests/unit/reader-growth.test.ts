import { describe, expect, it } from "vitest";
import { readFormula } from "../../workers/factors/formula/read";
import { readContent } from "../../workers/feeds/content";
import { parseNumber } from "../../workers/ingest/number-format";
import { datedItems } from "../../workers/news/dated-items";
import { readReply } from "../../workers/news/provider/reply";
import { findTopics } from "../../workers/news/topics";
import { countWords } from "../../workers/news/words";
import { convertResults } from "../../workers/statements/jobs/convert-results";
import { readExact } from "../../workers/storage/backup/exact-json";
import { testContext } from "../kernels/context";
import { read } from "./ingest";

/** Texts made to keep a reader busy; each grows with the number of bytes asked for. */
const SHAPES: Record<string, (bytes: number) => string> = {
  "a cell of blanks": (bytes) => `Close\n1\n2\n3\n1${" ".repeat(bytes)}x\n`,
  "a cell of digits": (bytes) => `Close\n1\n2\n3\n${"1".repeat(bytes)}x\n`,
  "a cell of brackets": (bytes) => `Close\n1\n2\n3\n${"(".repeat(bytes / 2)}5${")".repeat(bytes / 2)}\n`,
  "a cell of points": (bytes) => `Close\n1\n2\n3\n${"1.".repeat(bytes / 2)}\n`,
  "a cell of groups": (bytes) => `Close\n1\n2\n3\n1${",234".repeat(bytes / 4)}x\n`,
  "fixed width with words": (bytes) => `Date   Close\n${`2020-01-01${" ".repeat(300)}5 USD\n`.repeat(bytes / 316)}`,
  "commas alone": (bytes) => ",".repeat(bytes),
  "semicolons alone": (bytes) => ";".repeat(bytes),
  "tabs alone": (bytes) => "\t".repeat(bytes),
  "lines of commas": (bytes) => `${",".repeat(bytes / 20)}\n`.repeat(20),
  "one line of numbers": (bytes) => "1.5,".repeat(bytes / 4),
  "many columns": (bytes) => `${`${"7,".repeat(bytes / 40)}8\n`.repeat(20)}`,
  "many named columns": (bytes) =>
    `${Array.from({ length: bytes / 60 }, (_, i) => `c${i}`).join(",")}\n${`${"7,".repeat(bytes / 60)}8\n`.repeat(20)}`,
  "a quote never closed": (bytes) => `Date,Close\n2020-01-01,5\n2020-01-02,"${"5,6\n".repeat(bytes / 4)}`,
  "quotes in quotes": (bytes) => `Close\n${`"""5""",6\n`.repeat(bytes / 10)}`,
  "empty lines": (bytes) => `Close\n1\n2\n${"\n".repeat(bytes)}3\n`,
  "carriage returns": (bytes) => `Close\r1\r2\r${"\r".repeat(bytes)}3\r`,
  "a line of words": (bytes) => "word ".repeat(bytes / 5),
  "a list of nonsense": (bytes) => "x\n".repeat(bytes / 2),
  "minus signs": (bytes) => `Close\n1\n2\n3\n${"-".repeat(bytes)}\n`,
  "currency signs": (bytes) => `Close\n1\n2\n3\n${"$".repeat(bytes)}5\n`,
  "marks of order": (bytes) => `Close\n1\n2\n3\n${"\ufeff".repeat(bytes / 3)}5\n`,
  "dates without an end": (bytes) => `Date,Close\n${`2020-01-01T00:00:00.${"0".repeat(200)},5\n`.repeat(bytes / 224)}`,
  "month names": (bytes) => `Date,Close\n${`${"Mon, ".repeat(40)}1 Jan 2020,5\n`.repeat(bytes / 214)}`,
  exponents: (bytes) => `Close\n${`1e${"9".repeat(100)}\n`.repeat(bytes / 103)}`,
};

const SMALL = 1 << 15;

/** Seconds a text takes to be read, whatever comes of it: the best of three. */
async function seconds(text: string, reader: (text: string) => unknown = read): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    await reader(text);
    best = Math.min(best, performance.now() - began);
  }
  return best / 1000;
}

describe("the readers of prices take time in proportion to the bytes", () => {
  // A square takes 64 times as long for eight times the bytes; what is left to 8 is for a busy machine, and short times count as 50 ms.
  it.each(Object.entries(SHAPES))("%s", async (_, shape) => {
    const [small, large] = [await seconds(shape(SMALL)), await seconds(shape(8 * SMALL))];
    expect(large / Math.max(small, 0.05)).toBeLessThan(40);
  });

  it("a number is looked at once, sign by sign", () => {
    const cell = `1${" ".repeat(1 << 20)}x`;
    expect(parseNumber(cell, "point")).toBeNaN();
    expect(parseNumber(`${"1".repeat(1 << 20)}x`, "point")).toBeNaN();
  });
});

/** The same for everything else that is read: reports, news, feeds, formulas, replies and backups. */
const OTHERS: Record<string, [shape: (bytes: number) => string, reader: (text: string) => unknown]> = {
  "a report of blanks": [(bytes) => `Net profit: 5\nLabel${" ".repeat(bytes)}x: 5\n`, report],
  "a report of colons": [(bytes) => `Net profit: 5\nname${":".repeat(bytes)}, 5\n`, report],
  "a report of stars": [(bytes) => `${"**a:** 1 **".repeat(bytes / 11)}\n`, report],
  "a bold value of blanks": [(bytes) => `Win rate: **5${" ".repeat(bytes)}x** %\n`, report],
  "a header of blanks and slashes": [(bytes) => `S${" ".repeat(bytes)}x,Type,Profit\n1,buy,5\n`, report],
  "a report of open tags": [(bytes) => `<html><table>${"<td ".repeat(bytes / 4)}`, report],
  "a report of attributes": [(bytes) => `<html><table><tr><td ${"class ".repeat(bytes / 6)}>5</td></tr></table>`, report],
  "news of dates": [(bytes) => `2024-01-02${" ,".repeat(bytes / 2)}\u2028x\n`, datedItems],
  "news of one word": [(bytes) => "not ".repeat(bytes / 4), (text) => [findTopics(text), countWords(text)]],
  "a feed of open elements": [(bytes) => `<?xml version="1.0"?><rss>${"<a ".repeat(bytes / 3)}`, feed],
  "a feed of ampersands": [
    (bytes) => `<?xml version="1.0"?><rss><channel><item><title>${"&amp;".repeat(bytes / 5)}</title></item></channel></rss>`,
    feed,
  ],
  "a feed of lists": [(bytes) => "[".repeat(bytes), feed],
  "a formula of digits": [(bytes) => `close + ${"1".repeat(bytes)}x`, readFormula],
  "a reply of lines": [(bytes) => `\`\`\`\n${"\n".repeat(Math.min(bytes, 199_000))}x`, (text) => readReply(text, "news")],
  "a backup of lists": [(bytes) => `${"[".repeat(400)}${"[],".repeat(bytes / 3)}[]${"]".repeat(400)}`, (text) => readExact(text)],
};

async function report(text: string): Promise<void> {
  await convertResults({ source: text }, await testContext());
}
function feed(text: string) {
  return readContent("news", new Blob([text]), 0);
}

describe("the other readers take time in proportion to the bytes", () => {
  it.each(Object.entries(OTHERS))("%s", async (_, [shape, reader]) => {
    const [small, large] = [await seconds(shape(SMALL), reader), await seconds(shape(8 * SMALL), reader)];
    expect(large / Math.max(small, 0.05)).toBeLessThan(40);
  });

  it("40 shapes in all", () => expect(Object.keys(SHAPES).length + Object.keys(OTHERS).length).toBe(40));
});
