/** Names that come first in the output, group by group; the rest follows. */
const GROUPS: readonly (readonly string[])[] = [
  ["balance", "equity", "margin"],
  ["profit", "loss", "factor"],
  ["trade", "win"],
];

/** 0 for balance, equity and margin names, 1 for profit, loss and factor names, 2 for trade and win names, 3 for the rest. */
export function outputGroup(name: string): number {
  const words = name.toLowerCase();
  const group = GROUPS.findIndex((parts) => parts.some((part) => words.includes(part)));
  return group < 0 ? GROUPS.length : group;
}

/** Sorted by group; stable within a group. */
export const inOutputOrder = <Named extends { name: string }>(fields: readonly Named[]): Named[] =>
  fields
    .map((field) => ({ field, group: outputGroup(field.name) }))
    .sort((one, other) => one.group - other.group)
    .map(({ field }) => field);
