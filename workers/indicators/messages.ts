import { count } from "../format";

export const period = ({ min }: { min: number }) => `An indicator period must be a whole number from ${min} to 10,000`;
export const width = "The width of the bands must be above 0 and at most 10 standard deviations";
export const periodOrder = "The fast period must be below the slow one";
export const needsRange = "not available: needs open, high and low in addition to the close";
export const needsVolume = "not available: needs volumes";
export const missing = ({ column, row }: { column: string; row: number }) => `The column of ${column} has no number in row ${count(row)}`;
export const rows = ({ length }: { length: number }) => `Both points must be rows from 1 to ${count(length)}`;
export const notConverged = "The GARCH fit did not converge";
export const datesOfOne = ({ name }: { name: string }) => `${name} cannot be aligned: only one of the two series has dates`;
export const apart = ({ name }: { name: string }) => `${name} has no value between the first and the last date of the price`;
export const gone = ({ name }: { name: string }) => `${name} is no longer loaded on this device`;
export const noCommonRow = "No row in view has a price above 0 in every series";
