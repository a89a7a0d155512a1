import * as v from "valibot";
import { text } from "../../../api";
import { QUESTION_NAMES } from "../../../batch";

export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const PLACES = 2 ** 31 - 1;
const name = text(500);

/** Shared by a plan and the preview of one of its series. */
export const column = v.optional(
  v.nullable(v.pipe(text(200), v.description('Column to analyze; "*" analyzes each column as a series'))),
  null,
);
export const place = v.pipe(count, v.maxValue(PLACES));
export const fileNames = v.pipe(v.array(name), v.minLength(1), v.maxLength(20_000));

/** A plan as requested from a host. */
export const planSchema = v.object({
  data: v.pipe(fileNames, v.description("Names of uploads; files or folders in the host's folder, or patterns: prices/*.csv")),
  question: v.picklist(QUESTION_NAMES),
  settings: v.optional(v.pipe(v.record(v.string(), v.unknown()), v.description("As in a plan of the command")), {}),
  column,
  uploads: v.optional(
    v.pipe(v.record(v.string(), text(64)), v.description("Upload ids from POST /v1/uploads, by their names in data")),
    {},
  ),
  places: v.optional(
    v.nullable(
      v.pipe(
        v.array(v.object({ from: place, to: place })),
        v.maxLength(20_000),
        v.description("Series to answer, by index in data order, `to` excluded; all if omitted"),
      ),
    ),
    null,
  ),
});
