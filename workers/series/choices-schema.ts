import * as v from "valibot";
import type { ColumnUse, Encoding, ReadingChoices } from "../contract";

/** Lines that may be skipped at either end of a text. */
export const MAX_SKIPPED = 1000;

const USES = [
  ...["open", "high", "low", "close", "adjusted-close", "volume", "value", "return", "log-return"],
  ...["date", "time", "symbol", "split", "dividend", "ignored"],
] as ColumnUse[];
const ENCODINGS = [
  ...["utf-8", "utf-16le", "utf-16be", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"],
  ...["windows-1250", "windows-1251", "windows-1252", "windows-1254"],
] as Encoding[];
const skipped = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_SKIPPED));
/** Splits that may be marked, and new shares per old one. */
const MAX_SPLITS = 50;
const shares = v.pipe(v.number(), v.minValue(1e-6), v.maxValue(1e6));
/** Largest number of old shares tried for a ratio of integers. */
const MAX_OLD = 10;

/** Name of a split: "4:1", "3:2", "1:10"; one that is no ratio of small integers as a decimal, "2.345:1". */
export function splitName(shares: number): string {
  const [more, isReverse] = shares < 1 ? [1 / shares, true] : [shares, false];
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-9 * value;
  const old = Array.from({ length: MAX_OLD }, (_, place) => place + 1).find((one) => isWhole(one * more)) ?? 1;
  const parts = [String(Number((more * old).toFixed(4))), String(old)];
  return (isReverse ? parts.reverse() : parts).join(":");
}

/** Number of columns of a text whose uses are stored. */
const MAX_COLUMNS = 1000;

/** Choices about the reading of a text, as stored on the device. */
export const choicesSchema = v.object({
  delimiter: v.optional(v.picklist(["comma", "semicolon", "tab", "space", "pipe", "newline"])),
  decimal: v.optional(v.picklist(["point", "comma"])),
  dateOrder: v.optional(v.picklist(["dmy", "mdy"])),
  skip: v.optional(skipped),
  footer: v.optional(skipped),
  header: v.optional(v.boolean()),
  encoding: v.optional(v.picklist(ENCODINGS)),
  column: v.optional(v.string()),
  uses: v.optional(v.pipe(v.array(v.nullable(v.picklist(USES))), v.maxLength(MAX_COLUMNS))),
  repeated: v.optional(v.picklist(["all", "first", "last", "mean"])),
  fill: v.optional(v.literal("previous")),
  adjust: v.optional(v.picklist(["splits", "dividends", "both"])),
  compound: v.optional(v.picklist(["percent", "fraction", "auto"])),
  splits: v.optional(v.pipe(v.array(v.object({ time: v.pipe(v.number(), v.finite()), shares })), v.minLength(1), v.maxLength(MAX_SPLITS))),
}) satisfies v.GenericSchema<unknown, ReadingChoices>;

/** Forms that are remembered. */
export const MAX_FORMS = 50;

/** A header longer than this is not remembered as a form, nor are part names longer than this in total. */
export const MAX_FORM = 4000;
const MAX_PARTS = 100_000;

/** Key by which a text or file is recognized: its separator and header, or the names of its parts. */
export const knownBySchema = v.union([
  v.pipe(v.string(), v.maxLength(MAX_FORM)),
  v.pipe(
    v.array(v.string()),
    v.check((names) => names.join("").length <= MAX_PARTS),
  ),
]);

/**
 * How files of a known form were read, as stored on the device: for a file with several parts their names and the chosen one, for a text
 * its choices.
 */
export const formSchema = v.object({
  form: knownBySchema,
  options: v.object({ path: v.optional(v.array(v.string())), ...choicesSchema.entries }),
});

/** The valid remembered forms, and the number of invalid ones, which do not affect the others. Anything but a list holds none. */
export function soundForms(kept: unknown): { forms: v.InferOutput<typeof formSchema>[]; damaged: number } {
  const listed = Array.isArray(kept) ? kept.map((one) => v.safeParse(formSchema, one)) : [];
  const forms = listed.flatMap((read) => (read.success ? [read.output] : []));
  return { forms, damaged: listed.length - forms.length };
}

/** Spread over other options, it resets every choice. */
export const NO_CHOICES: ReadingChoices = {
  delimiter: undefined,
  decimal: undefined,
  dateOrder: undefined,
  skip: undefined,
  footer: undefined,
  header: undefined,
  encoding: undefined,
  column: undefined,
  uses: undefined,
  repeated: undefined,
  fill: undefined,
  adjust: undefined,
  compound: undefined,
  splits: undefined,
};
