import { describe, it } from "vitest";
import { atRest, sharedSession, watchMainThread } from "../browser";
import { list, market, openFeeds, remove } from "../feed-page";
import { feedServer, text } from "../feed-server";

const session = sharedSession({ serviceWorker: true });

describe("large feeds", () => {
  const MINUTE = 60_000;
  const at = (i: number) => new Date(Date.UTC(2020, 0, 1) + i * MINUTE).toISOString();
  const price = (i: number) => (100 + 10 * Math.sin(i / 1000) + (i % 7) / 100).toFixed(2);

  it("reads a million rows of CSV and 200,000 objects of JSON while the page stays responsive", { timeout: 240_000 }, async () => {
    const csv = `Date,Open,Close,Volume\n${Array.from({ length: 1_000_000 }, (_, i) => `${at(i)},${price(i)},${price(i + 1)},${i % 1000}`).join("\n")}\n`;
    const json = JSON.stringify({
      data: Array.from({ length: 200_000 }, (_, i) => ({ time: at(i), close: Number(price(i)), volume: i % 9 })),
    });
    const large = await feedServer({ "/rows.csv": text(csv, "text/csv"), "/rows.json": text(json, "application/json") });
    const page = await openFeeds(session.current);
    for (const [path, rows] of [
      ["/rows.csv", "1,000,000"],
      ["/rows.json", "200,000"],
    ]) {
      await market(page)
        .getByRole("textbox", { name: "Feed URL" })
        .fill(large.origin + path);
      const stop = await watchMainThread(page);
      const started = Date.now();
      await market(page)
        .getByRole("button", { name: /^Connect/ })
        .click();
      await market(page).getByText("Successfully connected to market data feed!").waitFor({ timeout: 100_000 });
      const connected = Date.now() - started;
      await list(page).getByText(rows, { exact: true }).waitFor();
      // Drawing after the result counts too.
      await atRest(page);
      const { longTasks, longestFrameGap } = await stop();
      console.log(
        `Data Integration, ${rows} rows at ${path}: connected after ${connected} ms, ` +
          `main-thread tasks over 50 ms: ${longTasks.length === 0 ? "none" : longTasks.join(", ")}, longest frame gap ${Math.round(longestFrameGap)} ms`,
      );
    }
    await remove(page, "127.0.0.1 rows 2");
    await remove(page, "127.0.0.1 rows");
    await page.close();
    large.close();
  });
});
