import { fixed, inUnit } from "../../lib/format";

/** "1.20%"; "—" for no value. */
export const withUnit = (value: number, digits: number, unit = ""): string =>
  Number.isNaN(value) ? fixed(value, digits) : inUnit(fixed(value, digits), unit);
