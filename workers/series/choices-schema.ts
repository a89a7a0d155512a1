import * as v from "valibot";
import type { ColumnUse, ReadingChoices } from "../contract";

const USES = [
  ...["open", "high", "low", "close", "adjusted-close", "volume", "value"],
  ...["date", "time", "symbol", "split", "dividend", "ignored"],
] as ColumnUse[];
/** Columns of a text whose uses are kept. */
const MAX_COLUMNS = 1000;

/** What was chosen about the reading of a text, as the device has kept it. */
export const choicesSchema = v.object({
  delimiter: v.optional(v.picklist(["comma", "semicolon", "tab", "space", "pipe", "newline"])),
  decimal: v.optional(v.picklist(["point", "comma"])),
  dateOrder: v.optional(v.picklist(["dmy", "mdy"])),
  column: v.optional(v.string()),
  uses: v.optional(v.pipe(v.array(v.nullable(v.picklist(USES))), v.maxLength(MAX_COLUMNS))),
  repeated: v.optional(v.picklist(["all", "first", "last", "mean"])),
  adjust: v.optional(v.picklist(["splits", "dividends", "both"])),
}) satisfies v.GenericSchema<unknown, ReadingChoices>;
