/** Rows sorted by time, stably, keeping only the last of equal times; and the dropped rows, by time. */
export function sortedRows(times: ArrayLike<number>): { kept: number[]; left: number[] } {
  const rows = Array.from(times, (_, row) => row).sort((a, b) => times[a] - times[b] || a - b);
  const last = (place: number) => place + 1 === rows.length || times[rows[place]] !== times[rows[place + 1]];
  return { kept: rows.filter((_, place) => last(place)), left: rows.filter((_, place) => !last(place)) };
}
