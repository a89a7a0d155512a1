import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { readShared, writeShared } from "../../src/state/share-code";
import { ZipWriter } from "../../workers/archive/zip-writer";
import { readFormula } from "../../workers/factors/formula/read";
import { readContent } from "../../workers/feeds/content";
import { textHash } from "../../workers/hex";
import { datedItems } from "../../workers/news/dated-items";
import { readReply } from "../../workers/news/provider/reply";
import { escaped, reportPage } from "../../workers/report/page";
import type { ReportContent } from "../../workers/report/types";
import { convertResults } from "../../workers/statements/jobs/convert-results";
import { CATALOG, FORMAT, openBackup, VERSION } from "../../workers/storage/backup/backup-file";
import { writeExact } from "../../workers/storage/backup/exact-json";
import { HOSTILE_TEXTS } from "../fixtures/hostile-texts";
import { ALL } from "../fixtures/in-all";
import { type End, endOf, tryAll } from "../fixtures/trials";
import { testContext } from "../kernels/context";
import { read } from "./ingest";

const FOLDER = "tests/fixtures/hostile";
const load = <Value>(name: string): Value => JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
const NAUGHTY = load<string[]>("naughty-strings.json").map((text, place) => [`${place}: ${text}`, text] as const);
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** Every row of a text is kept, or counted with its reason. */
async function rowsAddUp(source: string | Blob): Promise<End> {
  const outcome = await read(source);
  if (!outcome.ok) return endOf(outcome);
  const { rowsRead, rowsKept, dropped } = outcome.value.quality;
  const counted = dropped.reduce((sum, { count }) => sum + count, rowsKept);
  return rowsRead === counted && rowsKept === outcome.value.length ? "held" : "lost";
}

/** A text with a column of prices, 101, 102, …, at the end of its records. */
function withPrices(text: string): { priced: string; prices: number[] } {
  const prices: number[] = [];
  let priced = "";
  let header = true;
  let inQuotes = false;
  const endRecord = () => {
    if (!header) prices.push(101 + prices.length);
    priced += header ? ",Close" : `,${prices.at(-1)}`;
    header = false;
  };
  for (const sign of text.replace(/[\r\n]+$/, "")) {
    if (sign === '"') inQuotes = !inQuotes;
    if (!inQuotes && (sign === "\n" || sign === "\r") && !/[\r\n]$/.test(priced)) endRecord();
    priced += sign;
  }
  endRecord();
  return { priced, prices };
}

/** Prices are read correctly, whatever the text beside them. */
async function pricesHold(text: string | Blob, prices: readonly number[]): Promise<End> {
  const outcome = await read(text);
  if (!outcome.ok) return endOf(outcome);
  const close = outcome.value.columns.find(({ name }) => name === "Close");
  return close && same([...close.values], prices) ? "held" : "lost";
}

it("csv-spectrum", async (test) => {
  const files = readdirSync(join(FOLDER, "csv-spectrum")).map((name) => [name, readFileSync(join(FOLDER, "csv-spectrum", name))] as const);
  const plain = files.map(([name, bytes]) => [name, () => rowsAddUp(new Blob([bytes]))] as const);
  const priced = files.map(([name, bytes]) => {
    const { priced: text, prices } = withPrices(bytes.toString("latin1"));
    return [`${name} with prices`, () => pricesHold(new Blob([Buffer.from(text, "latin1")]), prices)] as const;
  });
  await tryAll(test, "csv-spectrum, as it stands and with a column of prices", [...plain, ...priced], (run) => run());
});

it("PapaParse's own cases", async (test) => {
  await tryAll(test, "PapaParse's own cases", Object.entries(load<Record<string, string>>("papaparse.json")), rowsAddUp);
});

it("the naughty strings", async (test) => {
  const context = await testContext();
  const price = (text: string) => [1, 2, 3, 4].map((value) => `${100 + value},${quoted(text)}`).join("\n");
  const trials: [string, (text: string) => End | Promise<End>][] = [
    ["as a text", rowsAddUp],
    ["as a price", (text) => rowsAddUp(`Close\n101\n102\n${quoted(text)}\n104\n`)],
    ["as a header", (text) => pricesHold(`Close,${quoted(text)}\n101,a\n102,b\n103,c\n`, [101, 102, 103])],
    ["as a note", (text) => pricesHold(`Close,Note\n${price(text)}\n`, [101, 102, 103, 104])],
    ["as a report", async (text) => endOf(await convertResults({ source: `Net profit: 5\n${text}: ${text}\n` }, context))],
    ["as a formula", (text) => endOf(readFormula(text))],
    ["as a reply", (text) => endOf(readReply(text, text))],
    ["as dated news", (text) => (datedItems(`2024-01-02 before\n2024-01-03 ${text}\n`).items.length > 0 ? "held" : "lost")],
    ["as news of a feed", async (text) => endOf(await readContent("news", new Blob([JSON.stringify({ items: [{ title: text }] })]), 0))],
    ["as a setting of a link", async (text) => sharedAs(text)],
    ["as a setting of a backup", async (text) => restoredAs(text)],
    ["in a written report", (text) => writtenAs(text)],
  ];
  // A short run tries each string in every third way, rotating from string to string.
  const turns = ALL ? 1 : 3;
  const inputs = trials.flatMap(([how, run], way) =>
    NAUGHTY.filter((_, place) => (place + way) % turns === 0).map(([name, text]) => [`${how}: ${name}`, () => run(text)] as const),
  );
  await tryAll(test, `${NAUGHTY.length} naughty strings, ${trials.length / turns} ways each`, inputs, (run) => run());
});

async function sharedAs(text: string): Promise<End> {
  const link = await writeShared("risk", { text });
  const shared = link === null ? null : await readShared(link);
  return shared !== null && shared !== "newer" && same(shared.settings, { text }) ? "held" : "lost";
}

async function backupOf(settings: Record<string, string>): Promise<Blob> {
  const writer = new ZipWriter();
  const catalog = { format: FORMAT, version: VERSION, app: "test", madeAt: 1, datasets: [], records: [], settings };
  await writer.deflate(CATALOG, writeExact(catalog));
  return writer.finish();
}

async function restoredAs(text: string): Promise<End> {
  const outcome = await openBackup(await backupOf({ text }));
  return outcome.ok && same(outcome.value.catalog.settings, { text }) ? "held" : "lost";
}

const reportOf = (text: string): Promise<string> => {
  const content: ReportContent = {
    title: text,
    computedAt: text,
    sources: [{ name: text, sha256: text, rows: 1, size: text }],
    settings: [[text, text]],
    blocks: [
      { kind: "heading", level: 2, text, note: text },
      { kind: "text", text },
      { kind: "list", items: [text] },
      { kind: "figures", figures: [{ label: text, value: text, note: text }] },
      { kind: "table", label: text, head: [text], rows: [[text]], note: text },
    ],
    methods: [{ title: text, formula: text, facts: [[text, text]], differs: text, computedBy: null }],
    result: text,
    columns: [],
    appVersion: text,
    kernelDigest: text,
    evidence: { document: text, data: [{ file: text, crc: 0, base64: "" }], left: [text] },
  };
  return reportPage(content, text, textHash);
};
const tags = (page: string) => page.split("<").length;

/** A report shows a text verbatim, and the text adds no tag. */
async function writtenAs(text: string): Promise<End> {
  const [page, plain] = await Promise.all([reportOf(text || "x"), reportOf("x")]);
  return tags(page) === tags(plain) && (text === "" || page.includes(`<title>${escaped(text)}</title>`)) ? "held" : "lost";
}

it("hostile shapes", async (test) => {
  const ended = async (text: string, reader: (text: string) => unknown): Promise<End> => {
    const outcome = await reader(text);
    return typeof outcome === "object" && outcome !== null && "failure" in outcome ? endOf(outcome as never) : "held";
  };
  const inputs = HOSTILE_TEXTS.map(([name, shape]) => [name, shape] as const);
  await tryAll(test, `${HOSTILE_TEXTS.length} hostile shapes of 256 kB`, inputs, ({ grow, read: reader }) => ended(grow(1 << 18), reader));
});

const SETTINGS = { theme: "dark", "prospect.inputs.risk": JSON.stringify({ confidence: 0.95, horizon: 10, note: "kept" }) };

it("backups truncated and with a flipped bit", async (test) => {
  const whole = new Uint8Array(await (await backupOf(SETTINGS)).arrayBuffer());
  const cut = Array.from(whole, (_, length) => [`cut to ${length}`, whole.slice(0, length)] as const);
  const flipped = Array.from(whole, (_, place) => {
    const bytes = whole.slice();
    bytes[place] ^= 1 << (place % 8);
    return [`flipped at ${place}`, bytes] as const;
  });
  await tryAll(test, "backups, cut short or with a bit flipped", [...cut, ...flipped], async (bytes) => {
    const outcome = await openBackup(new Blob([bytes]));
    if (!outcome.ok) return endOf(outcome);
    return same(outcome.value.catalog.settings, SETTINGS) ? "held" : "lost";
  });
});

it("links truncated and with a changed character", async (test) => {
  const settings = { p: 1, q: 1, distribution: "skewt", tolerance: 1e-10, confidence: 0.975, window: 250 };
  const link = (await writeShared("garch-model", settings)) ?? "";
  const changed = Array.from(link).flatMap((letter, place) =>
    [..."A9_z"]
      .filter((other) => other !== letter)
      .map((other) => [`${other} at ${place}`, link.slice(0, place) + other + link.slice(place + 1)] as const),
  );
  const cut = Array.from(link, (_, length) => [`cut to ${length}`, link.slice(0, length)] as const);
  await tryAll(test, "links, cut short or with a letter changed", [...cut, ...changed], async (text) => {
    // The page explains that the link cannot be read.
    const shared = await readShared(text);
    if (shared === null) return "refused";
    return shared !== "newer" && same(shared.settings, settings) ? "held" : "lost";
  });
});

const REPORT = "Strategy Tester Report\nNet profit: 1,234.50 USD\nTotal trades: 20\nProfit factor: **1.52**\nWon (won %): 12 (60.00 %)\n";

it("reports truncated and with a changed character", async (test) => {
  const context = await testContext();
  const cut = Array.from(REPORT, (_, length) => [`cut to ${length}`, REPORT.slice(0, length)] as const);
  const signs = ["\u0000", "\ufeff", "\ud800", "<", '"', "\u2028", "9", "-"];
  const changed = Array.from(REPORT).flatMap((_, place) =>
    signs.map((sign) => [`${JSON.stringify(sign)} at ${place}`, REPORT.slice(0, place) + sign + REPORT.slice(place + 1)] as const),
  );
  await tryAll(test, "reports, cut short or with a sign changed", [...cut, ...changed], async (text) =>
    endOf(await convertResults({ source: text }, context)),
  );
});
