import * as v from "valibot";
import { count, plural } from "./format";
import { causeOf } from "./runtime/schema";
import { failureText } from "./texts";

/** A refused field of an input by its path, "" for the input itself, and why. */
export interface Issue {
  field: string;
  message: string;
}

/** Limits of what is reported of a refused input. */
export const MAX_ISSUES = 20;
export const MAX_FIELD = 200;
const MAX_MESSAGE = 500;
const MAX_SHOWN = 40;
/** Above this number of values only the first refused one is reported: a million could be refused. */
const MAX_VALUES = 2000;

/** Kinds of values, as the schema library and as messages name them. */
const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  Array: "a list",
  Object: "an object",
};

/** Rules by the schema library's names. */
const RULES: Readonly<Record<string, (bound: unknown, isText: boolean) => string>> = {
  min_length: (least, isText) => `must have at least ${plural(Number(least), isText ? "character" : "item")}`,
  max_length: (most, isText) => `must have at most ${plural(Number(most), isText ? "character" : "item")}`,
  min_value: (least) => `must be at least ${count(Number(least))}`,
  max_value: (most) => `must be at most ${count(Number(most))}`,
  integer: () => "must be a whole number",
  finite: () => "must be a finite number",
  iso_date: () => "must be a date such as 2023-01-31",
};

function shown(value: unknown): string {
  if (typeof value === "string") return value.length > MAX_SHOWN ? `"${value.slice(0, MAX_SHOWN)}…"` : `"${value}"`;
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? KINDS.Array : KINDS.Object;
}

/** What is wrong with a field for which its schema has no message of its own. */
function wrongIn({ kind, type, input, expected, requirement }: v.BaseIssue<unknown>): string {
  if (kind === "validation") return RULES[type]?.(requirement, typeof input === "string") ?? "is not valid";
  if (expected === "never") return "is not a known field";
  if (input === undefined) return "is missing";
  const wanted = (expected ?? "").replace(/[()"]/g, "").split(" | ");
  const allowed = wanted.map((name) => KINDS[name] ?? name).join(", ");
  return `must be ${wanted.length > 1 ? "one of " : ""}${allowed}, not ${shown(input)}`;
}

/** The path at which a list is given in place of an object, which the schema library accepts; null if there is none. */
function listForFields(given: unknown, taken: unknown, at: string): string | null {
  if (typeof taken !== "object" || taken === null || taken instanceof Blob || Array.isArray(taken)) return null;
  if (Array.isArray(given)) return at;
  const values = given as Record<string, unknown>;
  for (const [name, value] of Object.entries(taken)) {
    const place = Object.hasOwn(values, name) ? listForFields(values[name], value, at ? `${at}.${name}` : name) : null;
    if (place !== null) return place;
  }
  return null;
}

/** Whether an input has more values than may all be refused. */
function isLarge(given: unknown): boolean {
  let left = MAX_VALUES;
  const spend = (value: unknown): boolean =>
    --left < 0 || (typeof value === "object" && value !== null && Object.values(value).some(spend));
  return spend(given);
}

/** An input by its schema, with defaults filled in, or its refused fields. */
export type Checked<Output> = { output: Output; issues: null } | { output: null; issues: Issue[] };

/**
 * Checks an input from outside: a plan, a request, a message.
 * @param most number of refused fields to report; with 1, and for a large input, the check ends at the first
 */
export function checkInput<Output>(schema: v.GenericSchema<unknown, Output>, given: unknown, most = MAX_ISSUES): Checked<Output> {
  const parsed = v.safeParse(schema, given, { message: wrongIn, abortEarly: most === 1 || isLarge(given) });
  if (!parsed.success) {
    const issues = parsed.issues.slice(0, most).map((issue) => ({
      field: (v.getDotPath(issue) ?? "").slice(0, MAX_FIELD),
      message: failureText(causeOf(issue.message)).slice(0, MAX_MESSAGE),
    }));
    return { output: null, issues };
  }
  const field = listForFields(given, parsed.output, "");
  if (field !== null) return { output: null, issues: [{ field, message: `must be ${KINDS.Object}, not ${KINDS.Array}` }] };
  return { output: parsed.output, issues: null };
}
