import { monthAt } from "../../../workers/validation/schema";
import { count, moment } from "../../lib/format.ts";
import type { ValidationRun } from "./use-validation";

/** Label of a return's row: its time or, without dates, the month it is in, counted by steps per year. */
export const rowName =
  ({ series: { times }, value: { firstReturn, settings } }: Pick<ValidationRun, "series" | "value">) =>
  (row: number): string =>
    times ? moment(times[firstReturn + row]) : `Month ${count(Math.floor(monthAt(firstReturn + row, settings.perYear)))}`;
