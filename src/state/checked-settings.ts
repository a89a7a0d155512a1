import type { RunBody } from "./run-body";
import { type ColumnReference, referenceIn, writtenValues } from "./run-input";

/**
 * same: equal to the recomputed input. differs: not equal. automatic: the file has no explicit value. unchecked: the input has nothing
 * comparable of that name. asked: only in the input.
 */
export type SettingVerdict = "same" | "differs" | "automatic" | "unchecked" | "asked";

export interface CheckedSetting {
  /** Path of the setting: "parameters.lookback". */
  path: string;
  /** Value in the file; undefined if only the input has it. */
  shown: unknown;
  /** Value in the recomputed input; undefined if it has none of that name. */
  asked: unknown;
  verdict: SettingVerdict;
}

const ORDER: readonly SettingVerdict[] = ["differs", "asked", "same", "automatic", "unchecked"];
/** Maximum number of rows listed. */
const MAX_ROWS = 400;
/** Shorter texts may be equal by chance. */
const MIN_SENTENCE = 20;
const ROUNDING = 1e-9;
/** Names of a setting in the input, if different. */
const ELSEWHERE: Record<string, readonly string[]> = {
  annualization: ["perYear", "periodsPerYear"],
  perYear: ["annualization", "periodsPerYear"],
  returnUnit: ["unit"],
  confidenceLevel: ["confidence"],
  trials: ["trialOverride"],
  changes: ["settings"],
  fill: ["tradeOnClose"],
};
/** The same for a single job, where its own name means something else; null if the job does not use it. */
const OF_A_JOB: Record<string, Record<string, string | null>> = { "search-formulas": { seed: null, searchSeed: "seed" } };
/** Settings stored in percent by screens, and as fractions in inputs. */
const PERCENT: Record<string, readonly string[]> = {
  "/alpha-miner": ["holdout"],
  "/llm-trader": ["confidenceThreshold"],
  "/market-curiosity": ["volatility", "entropy", "novelty", "switch", "ties"],
  "/markov-regime": ["riskFree", "threshold", "cost"],
  "/portfolio": ["target", "confidence", "riskFree", "threshold", "maxTurnover"],
  "/risk-management": ["riskFree", "drawdownCap"],
};
/** Options with another value in the input. */
const WORDED: Record<string, Record<string, unknown>> = {
  mean: { views: "arithmetic" },
  fill: { "next-open": false, "same-close": true },
};

/** Own property of a table: a name from an untrusted file may be that of an inherited one. */
const entryOf = <Value>(table: Record<string, Value> | undefined, name: string): Value | undefined =>
  table && Object.hasOwn(table, name) ? table[name] : undefined;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

/** An input as plain values: numbers as passed to the job, columns as text. */
function plain(value: unknown, columnWords: (column: ColumnReference) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item, columnWords));
  if (!isFields(value)) return value;
  const written = writtenValues(value);
  if (written !== null) return written;
  const column = referenceIn(value);
  if (column !== null) return columnWords(column);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, columnWords)]));
}

/** Whether a percentage in a form equals a fraction in the input. */
const isShare = (percent: number, asked: number): boolean => Math.abs(percent / 100 - asked) <= ROUNDING * Math.abs(asked);

/** Whether a day equals a time at its start or end. */
const isDay = (shown: string, asked: number): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(shown) && new Date(asked).getTime() === asked && new Date(asked).toISOString().startsWith(shown);

const numbersIn = (text: string): number[] | null => {
  const numbers = text.split(/[\s,;]+/).filter((part) => part !== "");
  const values = numbers.map(Number);
  return values.length > 0 && values.every((value) => !Number.isNaN(value)) ? values : null;
};

/** Whether a value of the input equals the one shown; null if they are of incomparable types. */
function agrees(name: string, shown: unknown, asked: unknown, percent: readonly string[]): boolean | null {
  if (percent.includes(name) && typeof shown === "number" && typeof asked === "number") return isShare(shown, asked);
  if (Object.is(shown, asked)) return true;
  if (typeof shown === "string" && typeof asked === "number") return textAgrees(shown, asked);
  if (typeof shown === "string" && Array.isArray(asked)) return agrees(name, numbersIn(shown), asked, percent);
  if (Array.isArray(shown) && Array.isArray(asked)) {
    if (![...shown, ...asked].every(isPlain)) return null;
    return shown.length === asked.length && shown.every((item, i) => agrees(name, item, asked[i], percent));
  }
  if (!isPlain(shown)) return null;
  return isFields(asked) ? kindAgrees(name, shown, asked, percent) : optionAgrees(name, shown, asked);
}

/** A day or number as text; null if the text is neither. */
function textAgrees(shown: string, asked: number): boolean | null {
  if (isDay(shown, asked) || (shown.trim() !== "" && Number(shown) === asked)) return true;
  return numbersIn(shown) || isDate(shown) ? false : null;
}

/** A single value, and the kind it selects with its details. */
function kindAgrees(name: string, shown: unknown, asked: Fields, percent: readonly string[]): boolean | null {
  const own = Object.values(asked).filter(isPlain);
  if (own.some((value) => agrees(name, shown, value, percent))) return true;
  return typeof asked.kind === "string" ? agrees(name, shown, asked.kind, percent) : null;
}

/** An option, under its own or the input's word. */
function optionAgrees(name: string, shown: unknown, asked: unknown): boolean | null {
  const worded = entryOf(entryOf(WORDED, name), String(shown));
  return typeof (worded ?? shown) === typeof asked && isPlain(asked) ? worded === asked : null;
}

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Whether a form's value leaves the choice to the tool. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || value === "auto" || (typeof value === "object" && Object.keys(value).length === 0);

interface Found {
  path: string;
  value: unknown;
}

/** Values of a given name in the input, nearest to its root. Arrays are skipped: their items are one of many. */
function named(question: unknown, name: string): Found[] {
  let level: Found[] = [{ path: "", value: question }];
  while (level.length > 0) {
    const below = level.flatMap(({ path, value }) =>
      isFields(value) ? Object.entries(value).map(([key, item]) => ({ key, path: path ? `${path}.${key}` : key, value: item })) : [],
    );
    const found = below.filter(({ key }) => key === name);
    if (found.length > 0) return found;
    level = below;
  }
  return [];
}

class SettingCheck {
  readonly rows: CheckedSetting[] = [];
  readonly met = new Set<string>();

  constructor(
    private readonly leaves: readonly Found[],
    private readonly percent: readonly string[],
  ) {}

  /** Compares one setting, field by field if both sides are objects. */
  check(name: string, path: string, shown: unknown, found: readonly Found[]): void {
    const group = found.find(({ value }) => isFields(value));
    if (isFields(shown) && Object.keys(shown).length > 0 && group && isFields(group.value)) {
      for (const [key, item] of Object.entries(shown)) {
        const inner = Object.hasOwn(group.value, key) ? [{ path: `${group.path}.${key}`, value: group.value[key] }] : [];
        this.check(key, `${path}.${key}`, item, inner);
      }
      return;
    }
    const same = found.find(({ value }) => agrees(name, shown, value, this.percent)) ?? this.sentence(shown);
    const other = found.find(({ value }) => agrees(name, shown, value, this.percent) === false);
    const at = same ?? other ?? found[0];
    const verdict = same ? "same" : isEmpty(shown) ? "automatic" : other ? "differs" : "unchecked";
    for (const { path: place } of at ? [at] : []) this.met.add(place);
    this.rows.push({ path, shown, asked: at?.value, verdict });
  }

  /** A text that the input has under another name. */
  private sentence(shown: unknown): Found | undefined {
    return typeof shown === "string" && shown.length >= MIN_SENTENCE ? this.leaves.find(({ value }) => value === shown) : undefined;
  }

  isMet(path: string): boolean {
    for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) if (this.met.has(at)) return true;
    return false;
  }
}

function* leavesOf(value: unknown, path: string): Generator<Found> {
  if (isFields(value)) for (const [key, item] of Object.entries(value)) yield* leavesOf(item, path ? `${path}.${key}` : key);
  else yield { path, value };
}

type StatedRun = Pick<RunBody, "screen" | "job" | "settings" | "content" | "input">;

/** Values of a setting in a job's input, under its own name or the one used there. */
function foundOf(question: unknown, job: string, name: string): Found[] {
  const own = entryOf(entryOf(OF_A_JOB, job), name);
  if (own === null) return [];
  for (const one of [own ?? name, ...(entryOf(ELSEWHERE, name) ?? [])]) {
    const found = named(question, one);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Compares the settings stated by a run with its input: only the input is recomputed, so anything else a file states is checked here, or
 * marked as unchecked. Every setting of the input is listed, differences first.
 */
export function checkSettings(
  { screen, job, settings, content, input }: StatedRun,
  columnWords: (column: ColumnReference) => string,
): CheckedSetting[] {
  const percent = entryOf(PERCENT, screen) ?? [];
  const question = plain(JSON.parse(input ?? "null"), columnWords);
  const leaves = [...leavesOf(question, "")];
  const check = new SettingCheck(leaves, percent);
  const shown: Fields = { ...JSON.parse(content), ...JSON.parse(settings) };
  for (const [name, value] of Object.entries(shown)) check.check(name, name, value, foundOf(question, job, name));
  const asked = leaves.filter(({ path, value }) => path !== "" && value !== null && !check.isMet(path));
  const rows = [
    ...check.rows,
    ...asked.map(({ path, value }): CheckedSetting => ({ path, shown: undefined, asked: value, verdict: "asked" })),
  ];
  return rows.sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict)).slice(0, MAX_ROWS);
}
