import { count, plural } from "../format";

export const noVariation = "the values have zero variance";
export const nonPositivePrice = ({ row, value }: { row: number; value: number }) =>
  `row ${count(row)} has the price ${value}; prices must be above 0`;
export const oddPrice = ({ row, value }: { row: number; value: number }) =>
  `row ${count(row)} is ${value} in what looks like prices, which must be above 0: correct it, or set the input type to returns`;
export const tooLargeValues = "the values are too large to compute with";
export const tooSmallValues = "the values are too small to compute with";
export const notFinite = ({ row }: { row: number }) => `row ${count(row)} is not a finite number`;
export const noRowsBetween = "No rows between these dates";
export const noAssets = "Please load at least one asset";
export const lengths = ({ first, length, other, otherLength }: { first: string; length: number; other: string; otherLength: number }) =>
  `Assets without dates must have the same number of prices: ${first} has ${count(length)}, ${other} ${count(otherLength)}`;
export const dates = ({ name }: { name: string }) => `The dates of ${name} must be ascending`;
export const repeatedDates = ({ name, count: rows }: { name: string; count: number }) =>
  `${plural(rows, "row")} of ${name} ${rows === 1 ? "shares its date" : "share their date"} with another, so ${name} cannot be matched by date: use Check the reading next to the data to keep the first, the last or the mean`;
export const fewRows = ({ rows, least }: { rows: number; least: number }) =>
  `The assets have ${count(rows)} complete rows in common; at least ${least} are needed`;
export const price = ({ name, value }: { name: string; value: number }) => `${name} has the price ${value}; prices must be above 0`;
export const noDates = "The prices have no dates: all rows were used";
export const clamped = ({ from, to }: { from: string; to: string }) =>
  `The prices range from ${from} to ${to}: the dates were set to this range`;
export const timesLength = "Each value needs one date";
