// What the measurements of pages with long series share: a file of prices, and the memory of the page.
import { readFileSync, writeFileSync } from "node:fs";

/** Writes prices whose returns cluster, one a line. */
export function writePrices(path, rows) {
  let state = 1;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const parts = [];
  let lines = [];
  let [price, variance] = [100, 1e-4];
  for (let row = 0; row < rows; row++) {
    const shock = (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3 * variance);
    variance = 2e-6 + 0.08 * shock * shock + 0.9 * variance;
    price *= Math.exp(shock - 1e-4 * Math.log(price / 100));
    lines.push(price.toFixed(4));
    if (lines.length === 1_000_000 || row === rows - 1) {
      parts.push(Buffer.from(`${lines.join("\n")}\n`));
      lines = [];
    }
  }
  writeFileSync(path, Buffer.concat(parts));
}

/**
 * Gigabytes of the largest page of a browser, its workers included, from Linux's /proc.
 * @returns `now`, and `peak`, which tells the most since it was asked last, looked at every 50 ms
 */
export async function watchMemory(browser) {
  const session = await browser.newBrowserCDPSession();
  const now = async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const pages = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => readFileSync(`/proc/${id}/status`, "utf8"));
    return Math.max(...pages.map((status) => Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0))) / 1e6;
  };
  let highest = 0;
  const look = () =>
    now().then(
      (found) => (highest = Math.max(highest, found)),
      () => undefined,
    );
  const watching = setInterval(look, 50);
  return {
    now,
    peak() {
      const found = highest;
      highest = 0;
      return found;
    },
    end: () => clearInterval(watching),
  };
}
