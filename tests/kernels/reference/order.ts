/** Rows in order of time, equal times in the order of the text and only the last of them; the rows left out, by time. */
export function sortedRows(times: ArrayLike<number>): { kept: number[]; left: number[] } {
  const rows = Array.from(times, (_, row) => row).sort((a, b) => times[a] - times[b] || a - b);
  const last = (place: number) => place + 1 === rows.length || times[rows[place]] !== times[rows[place + 1]];
  return { kept: rows.filter((_, place) => last(place)), left: rows.filter((_, place) => !last(place)) };
}
