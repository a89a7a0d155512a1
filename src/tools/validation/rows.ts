import { monthAt } from "../../../workers/validation/schema";
import { count, moment } from "../../lib/format.ts";
import type { ValidationRun } from "./use-validation";

/** Names the row of a return: its moment, or the month it is in, counted by the steps of a year, where rows carry no date. */
export const rowName =
  ({ series: { times }, value: { firstReturn, settings } }: Pick<ValidationRun, "series" | "value">) =>
  (row: number): string =>
    times ? moment(times[firstReturn + row]) : `Month ${count(Math.floor(monthAt(firstReturn + row, settings.perYear)))}`;
