export const noVariation = "the values show no variation";
export const nonPositivePrice = ({ row, value }: { row: number; value: number }) =>
  `row ${row.toLocaleString("en")} has the price ${value}; prices must be above 0`;
export const tooLargeValues = "the values are too large to compute with";
export const notFinite = ({ row }: { row: number }) => `row ${row.toLocaleString("en")} holds no finite number`;
export const noRowsBetween = "No rows lie between these dates";
export const noAssets = "Please load at least one asset";
export const lengths = ({ first, length, other, otherLength }: { first: string; length: number; other: string; otherLength: number }) =>
  `Assets without dates must have equally many prices: ${first} has ${length.toLocaleString("en")}, ${other} ${otherLength.toLocaleString("en")}`;
export const dates = ({ name }: { name: string }) => `The dates of ${name} must ascend, each once`;
export const fewRows = ({ rows, least }: { rows: number; least: number }) =>
  `The assets have ${rows.toLocaleString("en")} complete rows in common; at least ${least} are needed`;
export const price = ({ name, value }: { name: string; value: number }) => `${name} has the price ${value}; prices must be above 0`;
export const noDates = "The prices carry no dates: all rows were used";
export const clamped = ({ from, to }: { from: string; to: string }) =>
  `The prices reach from ${from} to ${to}: the dates were moved into this range`;
export const timesLength = "There must be one date per value";
