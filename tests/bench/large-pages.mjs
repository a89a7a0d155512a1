// What the measurements of pages with long series share: the memory of the page.
import { readFileSync } from "node:fs";

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
