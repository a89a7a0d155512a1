import { pricePath } from "./paths";

const DAY = 86_400_000;
/** 1900-01-01, so that a million days end before the year 10,000. */
const FIRST_DAY = -2_208_988_800_000;

export interface Sample {
  name: string;
  text: string;
  /** The numbers as text, in order. */
  numbers: string[];
  rows: number;
  dated: boolean;
}

/** Texts of a million rows: prices with two decimals, one per line and with dates, and prices with all their digits. */
export function samples(rows: number): Sample[] {
  const prices = pricePath(rows);
  const short = Array.from(prices, (price) => price.toFixed(2));
  const full = Array.from(prices, String);
  const dates = Array.from(prices, (_, row) => new Date(FIRST_DAY + row * DAY).toISOString().slice(0, 10));
  const list = (numbers: string[]) => `${numbers.join("\n")}\n`;
  const table = (numbers: string[]) => `date,close\n${numbers.map((number, row) => `${dates[row]},${number}\n`).join("")}`;
  return [
    { name: "one a line, 2 decimals", text: list(short), numbers: short, rows, dated: false },
    { name: "date,close, 2 decimals", text: table(short), numbers: short, rows, dated: true },
    { name: "one a line, all digits", text: list(full), numbers: full, rows, dated: false },
    { name: "date,close, all digits", text: table(full), numbers: full, rows, dated: true },
  ];
}
