// The prices of all measurements of pages.
import { writeFileSync } from "node:fs";

const DAY = 86_400_000;
/** Lines that are joined at a time. */
const PIECE = 1_000_000;

/** Writes prices whose returns cluster, one a line; `dated` with a day before each, under a header. */
export function writePrices(path, rows, dated = false) {
  let state = 1;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const parts = dated ? [Buffer.from("Date,Close\n")] : [];
  let lines = [];
  let [price, variance] = [100, 1e-4];
  for (let row = 0; row < rows; row++) {
    const shock = (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3 * variance);
    variance = 2e-6 + 0.08 * shock * shock + 0.9 * variance;
    price *= Math.exp(shock - 1e-4 * Math.log(price / 100));
    const day = dated ? `${new Date(Date.UTC(1900, 0, 1) + row * DAY).toISOString().slice(0, 10)},` : "";
    lines.push(day + price.toFixed(4));
    if (lines.length === PIECE || row === rows - 1) {
      parts.push(Buffer.from(`${lines.join("\n")}\n`));
      lines = [];
    }
  }
  writeFileSync(path, Buffer.concat(parts));
}
