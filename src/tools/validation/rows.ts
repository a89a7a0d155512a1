import { count, day } from "../../lib/format.ts";
import type { ValidationRun } from "./use-validation";

const MONTHS = 12;
/** Steps of a year where the run names none: trading days. */
const USUAL = 252;

/** Names the row of a return: its day, or the month it lies in, counted by the steps of a year, where rows carry no date. */
export const rowName = ({ series, value, input }: Pick<ValidationRun, "series" | "value" | "input">) => {
  const { times } = series;
  const month = (row: number): number => Math.floor((row * MONTHS) / (input.perYear ?? USUAL)) + 1;
  return (row: number): string => (times ? day(times[value.firstReturn + row]) : `Month ${count(month(value.firstReturn + row))}`);
};
