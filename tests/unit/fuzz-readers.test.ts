import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TrialRow } from "../../scripts/trial-row.ts";
import { Reached } from "../fixtures/fuzz/reached";
import { type FuzzedReader, fuzzedReaders } from "../fixtures/fuzz/readers";
import { anyText, changed, randomOf } from "../fixtures/fuzz/texts";
import { ALL } from "../fixtures/in-all";
import { type End, endOf } from "../fixtures/trials";

/** For each reader, texts that once broke it, and texts that reach code no other text does; both lists grow. */
const CORPUS = "tests/fixtures/fuzz/corpus.json";
const corpus: Record<string, { broke: string[]; reach: string[] }> = JSON.parse(readFileSync(CORPUS, "utf8"));
const keep = () => writeFileSync(CORPUS, `${JSON.stringify(corpus, null, 1)}\n`);

const READERS = Object.entries(await fuzzedReaders());
/** Total time; the short run tries a hundred generated texts per reader, and the corpus. */
const SECONDS = ALL ? Number(process.env.FUZZ_SECONDS ?? 600) : 0;
const RUNS = 100;
/** Generous: no generated text is longer than a few thousand characters. */
const PATIENCE = 20_000;
/** Longer texts reach code mostly by accident. */
const MAX_KEPT = 300;

const row: TrialRow = { what: `fuzzed texts of ${READERS.length} readers`, tried: 0, held: 0, refused: 0, lost: [], hung: [] };

function endOfValue(value: unknown): End {
  if (typeof value !== "object" || value === null) return "held";
  if ("refused" in value) return value.refused === "" ? "lost" : "refused";
  return "failure" in value ? endOf(value as never) : "held";
}

/** Tries a text, and stores one that breaks its reader. */
async function attempt(name: string, { read }: FuzzedReader, text: string): Promise<void> {
  row.tried++;
  const began = performance.now();
  let why: unknown = "an unexpected stop, or a refusal without words";
  const end = await Promise.resolve()
    .then(() => read(text))
    .then(endOfValue, (error): End => {
      why = error;
      return "lost";
    });
  const hung = performance.now() - began > PATIENCE;
  if (end !== "lost" && !hung) {
    row[end]++;
    return;
  }
  row[hung ? "hung" : "lost"].push(name);
  corpus[name] ??= { broke: [], reach: [] };
  corpus[name].broke = [...new Set([...corpus[name].broke, text])];
  keep();
  throw new Error(`${name} broke on ${JSON.stringify(text)} (kept in ${CORPUS})`, { cause: why });
}

/** Mutates texts that reach new code until the time is up. */
async function explore(name: string, reader: FuzzedReader, seconds: number): Promise<void> {
  const reached = new Reached();
  try {
    const found: string[] = [];
    const look = async (text: string) => {
      await attempt(name, reader, text);
      if (reached.isNew()) found.push(text);
    };
    for (const text of [...reader.seeds, ...(corpus[name]?.reach ?? [])]) await look(text);
    for (const until = performance.now() + 1000 * seconds; performance.now() < until; ) {
      const [fresh] = Math.random() < 0.2 ? fc.sample(anyText, 1) : [changed(randomOf(found), randomOf(found))];
      await look(fresh);
    }
    corpus[name] = {
      broke: corpus[name]?.broke ?? [],
      reach: found.filter((text) => text.length <= MAX_KEPT && !reader.seeds.includes(text)),
    };
    keep();
    console.log(`${name}: ${found.length} texts reach ${reached.size} blocks`);
  } finally {
    reached.end();
  }
}

describe("a reader answers for any text", () => {
  it.each(READERS)(
    "%s",
    async (name, reader) => {
      for (const text of [...reader.seeds, ...(corpus[name]?.broke ?? []), ...(corpus[name]?.reach ?? [])])
        await attempt(name, reader, text);
      if (SECONDS > 0) await explore(name, reader, SECONDS / READERS.length);
      else for (const text of fc.sample(anyText, RUNS)) await attempt(name, reader, text);
    },
    600_000,
  );

  it("in all", ({ task }) => {
    task.meta.trials = row;
    expect(row.tried).toBeGreaterThan(READERS.length * RUNS);
    expect([...row.lost, ...row.hung]).toEqual([]);
  });
});
