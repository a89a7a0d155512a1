import { count, day } from "../../lib/format.ts";
import type { ValidationRun } from "./use-validation";

/** Names the row of a return: its day, or its number where rows carry no date. */
export const rowName = ({ series, value }: ValidationRun) => {
  const { times } = series;
  return (row: number): string => (times ? day(times[value.firstReturn + row]) : count(value.firstReturn + row + 1));
};
