import { existsSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, it } from "vitest";
import { ZipWriter } from "../../workers/archive/zip-writer";
import { readFormula } from "../../workers/factors/formula/read";
import { readContent } from "../../workers/feeds/content";
import { datedItems } from "../../workers/news/dated-items";
import { readReply } from "../../workers/news/provider/reply";
import { convertResults } from "../../workers/statements/jobs/convert-results";
import { openBackup } from "../../workers/storage/backup/backup-file";
import { testContext } from "../kernels/context";
import { read } from "./ingest";

/** Texts that broke a reader once: each is tried first, and a new one is added where it was found. */
const CORPUS = "tests/fixtures/fuzz/corpus.json";
const corpus: Record<string, string[]> = existsSync(CORPUS) ? JSON.parse(readFileSync(CORPUS, "utf8")) : {};
/** Texts per reader: some thousands in the long run. */
const RUNS = process.env.TEST_ALL === "1" ? 5000 : 100;

/** Pieces that mean something to one reader or another, among signs that mean nothing. */
const PIECES = [
  ...["Date,Close\n", "2024-01-02", "1.234,56", "1e999", "-0", "(5)", "$", "%", "\t", ";", '"', "\r", "\n", "\n\n", "\u0000", "\ufeff"],
  ...["<html>", "<table>", "<td ", "</tr>", "<?xml version='1.0'?>", "<rss>", "<![CDATA[", "&#x110000;", "&amp", "<!--", "<item><title>"],
  ...[
    "{",
    "}",
    "[",
    "]",
    '{"items":',
    '"title":',
    "null",
    "1e400",
    '{"$number":"NaN"}',
    '{"$values":[',
    "```json\n",
    "```",
    '"phrases":[]',
  ],
  ...["**", "Net profit:", "Win rate", "ts_mean(", "close", ", 20)", "delay(", "^", "-", "----", "\u2028", "\ud800", "x"],
];
const text = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) }),
    {
      maxLength: 40,
    },
  )
  .map((pieces) => pieces.join(""));

const isOutcome = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "ok" in value && (value.ok === true || "failure" in value);

/** Readers that answer every text with a value or with words; none may throw. */
const READERS: Record<string, (text: string) => unknown> = {
  prices: (given) => read(given),
  "a report": async (given) => convertResults({ source: given }, await testContext()),
  "a market feed": (given) => readContent("market", new Blob([given]), 0),
  "a news feed": (given) => readContent("news", new Blob([given]), 0),
  "a formula": readFormula,
  "a model's reply": (given) => readReply(given, given),
  "dated news": (given) => ({ ok: true, value: datedItems(given) }),
  "the catalog of a backup": async (given) => {
    const writer = new ZipWriter();
    await writer.deflate("backup.json", given);
    return openBackup(writer.finish());
  },
  "a backup": (given) => openBackup(new Blob([given])),
};

describe("whatever stands in a text, its reader answers", () => {
  it.each(Object.entries(READERS))(
    "%s",
    async (name, reader) => {
      const examples = (corpus[name] ?? []).map((known): [string] => [known]);
      const property = fc.asyncProperty(text, async (given) => isOutcome(await reader(given)));
      const found = await fc.check(property, { numRuns: RUNS, examples });
      if (!found.failed) return;
      const [broken] = found.counterexample ?? [""];
      corpus[name] = [...new Set([...(corpus[name] ?? []), broken])];
      writeFileSync(CORPUS, `${JSON.stringify(corpus, null, 2)}\n`);
      throw new Error(`${name} broke on ${JSON.stringify(broken)} (kept in ${CORPUS})`, { cause: found.errorInstance });
    },
    600_000,
  );
});
