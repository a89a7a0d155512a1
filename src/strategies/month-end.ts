/** The last day of a month such as "2024-02", as used for a backtest's points. */
export function monthEnd(month: string): number {
  const [year, number] = month.split("-").map(Number);
  return Date.UTC(year, number, 0);
}

/** The row of a backtest's point without a date, such as "row 21". */
export const rowOfPoint = (date: string): number => Number(date.slice(4));
