import * as v from "valibot";
import { SCOPES } from "./vault";

/** Error response of all operations. */
export const problemSchema = v.object({
  code: v.pipe(v.string(), v.description("Machine-readable code: bad-input, not-found, …")),
  error: v.pipe(v.string(), v.description("Human-readable message")),
  message: v.pipe(v.string(), v.description("Same as error")),
  issues: v.optional(v.array(v.object({ field: v.string(), message: v.string() }))),
  row: v.optional(v.number()),
  column: v.optional(v.string()),
  value: v.optional(v.string()),
});

export const scopesSchema = v.pipe(v.array(v.picklist(SCOPES)), v.minLength(1), v.maxLength(SCOPES.length));
export const number = v.pipe(v.number(), v.finite());
/** A figure that may be undefined for a series. */
export const figure = v.nullable(number);
export const text = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));
export const timestamp = v.pipe(v.string(), v.description("ISO 8601, UTC"), v.examples(["2026-01-31T00:00:00.000Z"]));

const isDay = (written: string) => {
  const time = Date.parse(`${written}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(written);
};

/** A date like 2023-01-31. */
export const day = v.pipe(v.string(), v.isoDate(), v.check(isDay, "No such date"), v.examples(["2018-01-02"]));
export const momentOf = (written: string): number => Date.parse(`${written}T00:00:00Z`);
/** The last millisecond of a day. */
export const endOf = (written: string): number => momentOf(written) + 86_399_999;

/** A dataset of the workspace by name, or a column of one as "Dataset/Column". */
export const symbol = v.pipe(text(200), v.description("Name of a dataset, or Dataset/Column"), v.examples(["WTI crude oil"]));
