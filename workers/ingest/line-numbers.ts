import type { Count } from "../contract";

/** Line numbers of the rows kept: stored as runs of consecutive rows, which is nearly all of them. */
export class LineNumbers {
  private readonly rows: Count[] = [];
  /** Line number minus row number, per run. */
  private readonly shifts: Count[] = [];

  /** From `row` on, rows are on `line` and the following lines; calls must be in row order. */
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

  /** Line numbers of the first `length` rows, one by one. */
  toArray(length: Count): Float64Array {
    const lines = new Float64Array(length);
    for (const [run, start] of this.rows.entries())
      for (let row = start; row < Math.min(this.rows[run + 1] ?? length, length); row++) lines[row] = row + this.shifts[run];
    return lines;
  }

  /** From line numbers in any order. */
  static from(lines: Float64Array): LineNumbers {
    const numbers = new LineNumbers();
    for (let row = 0; row < lines.length; row++) numbers.add(row, lines[row]);
    return numbers;
  }
}
