import type { Count } from "../contract";

/** Row numbers in the text of the rows kept: runs of rows that follow one by one, which is nearly all of them. */
export class LineNumbers {
  private readonly rows: Count[] = [];
  /** Line less row, per run. */
  private readonly shifts: Count[] = [];

  /** From `row` on, rows are in `line` and the lines after it; calls come in the order of the rows. */
  add(row: Count, line: Count): void {
    if (this.shifts.at(-1) === line - row) return;
    this.rows.push(row);
    this.shifts.push(line - row);
  }

  at(row: Count): Count {
    let low = 0;
    let high = this.rows.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.rows[middle] <= row) low = middle;
      else high = middle;
    }
    return row + this.shifts[low];
  }

  /** Those of the first `length` rows, one by one. */
  toArray(length: Count): Float64Array {
    const lines = new Float64Array(length);
    for (const [run, start] of this.rows.entries())
      for (let row = start; row < Math.min(this.rows[run + 1] ?? length, length); row++) lines[row] = row + this.shifts[run];
    return lines;
  }

  /** The same numbers in another order. */
  static from(lines: Float64Array): LineNumbers {
    const numbers = new LineNumbers();
    for (let row = 0; row < lines.length; row++) numbers.add(row, lines[row]);
    return numbers;
  }
}
