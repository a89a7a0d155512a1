import { UnreadableFile } from "../archive";
import { because } from "../contract";
import { type ParquetFile, RefusedFile } from "../ingest";
import { isShortage } from "../runtime/wasm/is-shortage";
import { ShortNames } from "../series";
import { failureText } from "../texts";
import { fileName, type ParquetSource, type Span } from "./source";

/** A file in which no series was found; its message says why. */
export class UnusableFile extends Error {}

const IS_DATE = /^(date|time|timestamp|datetime|day)$/i;
/** Maximum number of columns named in a message. */
const MAX_LISTED = 20;
/** Names of the column to analyze, in order of preference. */
const VALUES = [/^adj(usted)?[ _]?close$/i, /^close$/i, /^(value|price|return|ret)s?$/i, /close|price|value|return/i];
/** Columns of one instrument's bars. */
const IS_BAR = /^(open|high|low|close|adj(usted)?[ _]?close|volume)$/i;

interface Shape {
  symbols: string | null;
  times: string | null;
  numbers: string[];
}

function shapeOf(file: ParquetFile, from: string): Shape {
  const { columns } = file;
  const times = columns.find(({ name, kind }) => kind === "time" || (IS_DATE.test(name) && kind !== "other"))?.name ?? null;
  const symbols = columns.find(({ name, kind }) => kind === "text" && name !== times)?.name ?? null;
  const numbers = columns.filter(({ name, kind }) => kind === "number" && name !== times).map(({ name }) => name);
  if (numbers.length === 0) throw new UnusableFile(`${from} has no numeric column.`);
  return { symbols, times, numbers };
}

function chosenOf(numbers: readonly string[], asked: string | null, from: string): string {
  const named = asked === null ? undefined : numbers.find((name) => name.toLowerCase() === asked.toLowerCase());
  if (asked !== null && named === undefined) {
    const short = new ShortNames();
    const listed = numbers.slice(0, MAX_LISTED).map((name) => short.of(name));
    const more = numbers.length > MAX_LISTED ? ", …" : "";
    throw new UnusableFile(`${from} has no numeric column "${short.of(asked)}"; available: ${listed.join(", ")}${more}.`);
  }
  return named ?? VALUES.flatMap((words) => numbers.find((name) => words.test(name)) ?? [])[0] ?? numbers[0];
}

/** Symbol of the rows without one. */
const NO_SYMBOL = "null";

/** Rows of each symbol, from the symbol column read group by group. */
async function spansOf(file: ParquetFile, symbols: string): Promise<Map<string, Span[]>> {
  const spans = new Map<string, Span[]>();
  for (const [group, rows] of file.groups.entries()) {
    const { names, codes } = await file.categories(group, symbols);
    if (codes.length !== rows) throw new Error(`${symbols} has ${codes.length} rows`);
    for (let start = 0; start < rows; ) {
      const code = codes[start];
      const name = code < 0 ? NO_SYMBOL : names[code];
      let end = start + 1;
      // A dictionary may contain a name twice.
      while (end < rows && (codes[end] === code || (code >= 0 && names[codes[end]] === name))) end++;
      const known = spans.get(name);
      if (known) known.push({ group, start, end });
      else spans.set(name, [{ group, start, end }]);
      start = end;
    }
  }
  return spans;
}

/** Whether the rows of a symbol are not contiguous; they may continue from the end of one row group to the start of the next. */
function scattered(spans: readonly Span[], groups: readonly number[]): boolean {
  return spans.some(
    ({ group, start }, i) => i > 0 && (group !== spans[i - 1].group + 1 || start !== 0 || spans[i - 1].end !== groups[spans[i - 1].group]),
  );
}

/**
 * The series of a Parquet file: one per symbol if it has a text column (long), otherwise one per numeric column (wide). Of a long file only the
 * symbols are read here, one row group at a time. Throws `UnusableFile`.
 * @param column the one to analyze, or the only one of a wide file; null for the default ones
 */
export async function parquetSources(opening: Promise<ParquetFile>, from: string, column: string | null): Promise<ParquetSource[]> {
  try {
    return await sourcesIn(await opening, from, column);
  } catch (error) {
    if (error instanceof UnusableFile || isShortage(error)) throw error;
    // A damaged file may cause any error in the reader.
    const words =
      error instanceof UnreadableFile
        ? error.message || failureText(because("ingest/fileUnreadable"))
        : failureText(error instanceof RefusedFile ? error.failure : because("ingest/tableDamaged", { format: "Parquet" }));
    throw new UnusableFile(`${from}: ${words}`);
  }
}

async function sourcesIn(file: ParquetFile, from: string, column: string | null): Promise<ParquetSource[]> {
  const { symbols, times, numbers } = shapeOf(file, from);
  const base = { kind: "parquet", from, times } as const;
  const short = new ShortNames();
  if (symbols === null) {
    if (numbers.every((name) => IS_BAR.test(name))) {
      const chosen = chosenOf(numbers, column, from);
      return [{ ...base, name: fileName(from), columns: [chosen, ...numbers.filter((name) => name !== chosen)], spans: null }];
    }
    const wanted = column === null ? numbers : [chosenOf(numbers, column, from)];
    return wanted.map((name) => ({ ...base, name: short.of(name), columns: [name], spans: null }));
  }
  const chosen = chosenOf(numbers, column, from);
  const columns = [chosen, ...numbers.filter((name) => name !== chosen && IS_BAR.test(name) && IS_BAR.test(chosen))];
  const spans = await spansOf(file, symbols);
  const { groups } = file;
  const apart = [...spans].find(([, own]) => scattered(own, groups));
  if (apart)
    throw new UnusableFile(
      `The rows of ${short.of(apart[0])} are not contiguous in ${from}: sort it by ${short.of(symbols)}, then by date.`,
    );
  return [...spans].map(([name, own]) => ({ ...base, name: short.of(name), columns, spans: own }));
}
