import { symbol } from "../../../workers/volatility/symbols";
import { settingLabel } from "../../analysis/setting-words/setting-labels";
import { settingValue, unnamedValue } from "../../analysis/setting-words/setting-values";
import { clipped, clockTime, duration, percent, plain, significant } from "../../lib/format.ts";
import type { Figure, RunBody } from "../../state/run-body";
import { toolOf } from "./run-filter.tsx";

/** How a value is set: as text, aligned digits, or a hash. */
type Face = "words" | "digits" | "code";

/** One row of a comparison. */
export interface ComparedRow {
  name: string;
  one: string;
  other: string;
  face: Face;
  differs: boolean;
  /** Second minus first, that relative to the first, and which is larger; only for two numbers. */
  difference?: string;
  relative?: string;
  larger?: string;
  /** Both values, difference and relative difference for a file: numbers with all their digits. */
  saved: readonly string[];
}

const MAX_LENGTH = 80;
const DIGITS = 8;
const DIFFERENCE_DIGITS = 4;
/** Below this, settings are written as in their forms: 1e-10. */
const SMALL = 1e-6;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

function shown(value: unknown): string {
  if (isEmpty(value)) return "—";
  if (typeof value === "number") return value !== 0 && Math.abs(value) < SMALL ? String(value) : plain(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return clipped(text, MAX_LENGTH);
}

const exact = (value: unknown): string => (isEmpty(value) ? "" : typeof value === "number" ? String(value) : shown(value));

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null);

const faceOf = (one: unknown, other: unknown): Face => (typeof one === "number" || typeof other === "number" ? "digits" : "words");
const row = (name: string, one: unknown, other: unknown, face = faceOf(one, other)): ComparedRow => ({
  name,
  face,
  one: shown(one),
  other: shown(other),
  differs: differ(one, other),
  saved: [exact(one), exact(other)],
});

/** Identity of the two runs: data, versions, seed, result. */
export function identityRows(one: RunBody, other: RunBody): ComparedRow[] {
  const data = ({ datasets }: RunBody) => datasets.map(({ name }) => name).join(", ");
  const hashes = ({ datasets }: RunBody) => datasets.map(({ hash }) => hash.slice(0, 12)).join(", ");
  // Duration and time always differ: shown, but not highlighted.
  const detailRow = (name: string, face: Face, text: (run: RunBody) => string): ComparedRow => ({
    name,
    face,
    one: text(one),
    other: text(other),
    differs: false,
    saved: [text(one), text(other)],
  });
  return [
    row("Tool", toolOf(one), toolOf(other)),
    row("Data", data(one), data(other)),
    row("SHA-256 of the data", hashes(one), hashes(other), "code"),
    row("Seed", one.seed, other.seed),
    row("App version", one.app, other.app),
    row("Kernels", one.kernels, other.kernels, "code"),
    row("Digest of the result", one.digest?.slice(0, 12), other.digest?.slice(0, 12), "code"),
    detailRow("Computed", "words", ({ startedAt }) => clockTime(startedAt)),
    detailRow("Took", "digits", ({ millis }) => duration(millis)),
  ];
}

export function settingRows(one: RunBody, other: RunBody): ComparedRow[] {
  const read = ({ settings, content }: RunBody): Record<string, unknown> => ({ ...JSON.parse(settings), ...JSON.parse(content) });
  const value = (settings: Record<string, unknown>, { screen }: RunBody, key: string) =>
    // A setting that only one of them has is not automatic in the other.
    key in settings ? unnamedValue(settingValue(screen, key, settings[key])) : undefined;
  const [before, after] = [read(one), read(other)];
  // Two screens may name a setting differently: the first one's label is used.
  const label = (key: string) => settingLabel(key in before ? one.screen : other.screen, key);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((key) => ({
    ...row(label(key), value(before, one, key), value(after, other, key)),
    differs: differ(before[key], after[key]),
  }));
}

/** What is shown as zero has no sign. */
const signed = (text: string, value: number): string => (value > 0 && text !== percent(0, 2) ? `+${text}` : text);

function differenceOf(a: number, b: number): Pick<ComparedRow, "difference" | "relative" | "larger" | "saved"> {
  const share = (b - a) / Math.abs(a);
  return {
    saved: [a, b, b - a, a === 0 ? "" : share].map(exact),
    difference: signed(Number.isInteger(a) && Number.isInteger(b) ? plain(b - a) : significant(b - a, DIFFERENCE_DIGITS), b - a),
    relative: a === 0 ? undefined : signed(percent(share, 2), share),
    larger: b > a ? "Second" : "First",
  };
}

/** Whether both were computed from the same numbers: compares their hashes, in any order of fields. */
export function sameData(one: RunBody, other: RunBody): boolean {
  const hashes = ({ datasets }: RunBody) => datasets.map(({ hash }) => hash).sort();
  return JSON.stringify(hashes(one)) === JSON.stringify(hashes(other));
}

/** A figure as in other lists: a fraction in percent. */
function inPercent(figure: Figure | undefined): Figure | undefined {
  if (figure?.unit !== "fraction") return figure;
  return { ...figure, value: typeof figure.value === "number" ? 100 * figure.value : figure.value, unit: "%" };
}

export function figureRows(one: RunBody, other: RunBody): ComparedRow[] {
  const labels = [...new Set([...one.figures, ...other.figures].map(({ label }) => label))];
  // Other tools, and statements, have labels of their own.
  const isFit = [one, other].some(({ job }) => job === "fit-garch");
  return labels.map((label) => {
    const find = ({ figures }: RunBody) => inPercent(figures.find((figure) => figure.label === label));
    const [before, after] = [find(one), find(other)];
    const [a, b] = [before?.value, after?.value];
    const text = (value: Figure["value"] | undefined) =>
      typeof value === "number" && !Number.isInteger(value) ? significant(value, DIGITS) : shown(value);
    const unit = before?.unit || after?.unit || "";
    const name = isFit ? symbol(label) : label;
    // No difference is defined from or to an infinite half-life.
    const both = typeof a === "number" && typeof b === "number" && a !== b && Number.isFinite(b - a);
    return {
      name: unit ? `${name}, ${unit}` : name,
      one: text(a),
      other: text(b),
      face: faceOf(a, b),
      differs: !Object.is(a ?? null, b ?? null),
      saved: [exact(a), exact(b)],
      ...(both ? differenceOf(a, b) : {}),
    };
  });
}
