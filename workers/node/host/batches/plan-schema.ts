import * as v from "valibot";
import { text } from "../../../api";
import { QUESTION_NAMES } from "../../../batch";

export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const PLACES = 2 ** 31 - 1;
const name = text(500);

/** What a plan and a look at one of its series have in common. */
export const column = v.optional(v.nullable(v.pipe(text(200), v.description('The one that is analyzed; "*": each is a series'))), null);
export const place = v.pipe(count, v.maxValue(PLACES));
export const fileNames = v.pipe(v.array(name), v.minLength(1), v.maxLength(20_000));

/** A plan as a host is asked for it. */
export const planSchema = v.object({
  data: v.pipe(fileNames, v.description("Names of uploads; files of the host's folder, folders in it, or names with a star: prices/*.csv")),
  question: v.picklist(QUESTION_NAMES),
  settings: v.optional(v.pipe(v.record(v.string(), v.unknown()), v.description("As a plan of the command has them")), {}),
  column,
  uploads: v.optional(v.pipe(v.record(v.string(), text(64)), v.description("Ids of POST /v1/uploads by their names in data")), {}),
  places: v.optional(
    v.nullable(
      v.pipe(
        v.array(v.object({ from: place, to: place })),
        v.maxLength(20_000),
        v.description("The series that are answered, by their places in the order of the data, to left out; without it all"),
      ),
    ),
    null,
  ),
});
