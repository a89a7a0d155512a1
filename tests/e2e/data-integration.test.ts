import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { threadPolicy } from "../../workers/policy";
import { ALL, itInAll, itInLongRuns } from "../fixtures/in-all";
import { auditEverywhere, unreached } from "./audit";
import { sharedSession } from "./browser";
import { connect, list, market, more, news, openFeeds, openIn, remove, row } from "./feed-page";
import { drip, endless, feedServer, redirect, text } from "./feed-server";
import { socketServer, type Visitor } from "./socket-server";

const session = sharedSession({ serviceWorker: "installed", feeds: true });
const GIGABYTE = 2 ** 30;
const CSV = "Date,Close\n2026-01-02,100.5\n2026-01-05,101.25\n2026-01-06,99.75\n2026-01-07,102\n2026-01-08,103\n2026-01-09,104\n";
const item = (title: string, words: string, day: number) =>
  `<item><title>${title}</title><description>${words}</description><pubDate>${new Date(Date.UTC(2026, 0, day, 9)).toUTCString()}</pubDate></item>`;
const GOOD =
  "Strong growth supports the recovery of oil markets. Profits beat forecasts, and analysts upgraded the whole industry in spite of some remaining risk this quarter.";
const SCRIPT = "&lt;script&gt;window.hacked=1&lt;/script&gt;&lt;img src=x onerror=window.hacked=1&gt;";
const rss = (items: string) => `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items}</channel></rss>`;

let rows = CSV;
let sent = 0;
let elsewhere: Awaited<ReturnType<typeof feedServer>>;
let host: Awaited<ReturnType<typeof feedServer>>;
beforeAll(async () => {
  elsewhere = await feedServer({ "/prices.csv": text(CSV) });
  host = await feedServer({
    "/prices.csv": (_, response) => void response.writeHead(200, { "Content-Type": "text/csv" }).end(rows),
    "/prices.json": text(
      JSON.stringify({
        data: [
          { date: "2026-01-02", close: 1 },
          { date: "2026-01-05", close: 2 },
        ],
      }),
      "text/html",
    ),
    "/news.xml": text(rss(item("Oil rises", GOOD, 5) + item(`${SCRIPT}Tin falls`, GOOD, 6)), "application/rss+xml"),
    "/endless": endless("2026-01-02,1\n".repeat(10_000), 10 * GIGABYTE, (now) => {
      sent = now;
    }),
    "/announced": (_, response) => void response.writeHead(200, { "Content-Length": String(10 * GIGABYTE) }).write("Date,Close\n"),
    "/drip": drip("1", 200),
    "/stall": (_, response) => void response.writeHead(200).write("Date,Close\n2026-01-02,1\n"),
    "/silent": () => undefined,
    "/page": text("<!doctype html><title>Sign in</title><script>window.hacked=1</script>", "text/csv"),
    "/broken": (_, response) => {
      response.writeHead(200, { "Content-Length": "5000" });
      response.write(CSV, () => setTimeout(() => response.destroy(), 200));
    },
    "/loop": redirect(() => "/loop"),
    "/to-file": redirect(() => "file:///etc/passwd"),
    "/to-other": redirect(() => `${elsewhere.origin}/prices.csv`),
    "/to-here": redirect(() => "/prices.csv"),
    "/closed": text(CSV),
    "/laughs": text(
      `<!DOCTYPE l [<!ENTITY a "lol">${[..."bcdefghij"].map((name, i) => `<!ENTITY ${name} "${`&${"abcdefghi"[i]};`.repeat(10)}">`).join("")}]>${rss(item("&j;", "", 5))}`,
    ),
    "/quadratic": text(`<!DOCTYPE q [<!ENTITY a "${"a".repeat(1 << 20)}">]>${rss(item("&a;".repeat(100_000), "", 5))}`),
    "/deep": text(`<rss>${"<a>".repeat(1_000_000)}`),
    "/brackets": text("[".repeat(5_000_000)),
    "/binary": text("\u0000\u0001\u0002".repeat(1000)),
    "/failing": (_, response) => void response.writeHead(503).end("no"),
  });
});
// A page left open by a failed test would read feeds in place of the next test's page.
afterEach(async () => {
  for (const page of session.current.context.pages().slice(1)) await page.close();
});
afterAll(() => {
  host.close();
  elsewhere.close();
});

describe("as specified", () => {
  it("reads a market feed, shows its first rows, and makes it a dataset that can be refreshed, paused and removed", async () => {
    rows = CSV;
    const page = await openFeeds(session.current);
    for (const part of [market(page), news(page)]) {
      expect(await part.getByRole("textbox", { name: "Feed URL" }).getAttribute("aria-required")).not.toBe("false");
      expect(await part.getByRole("button", { name: /^Connect/ }).isDisabled()).toBe(true);
    }
    await connect(market(page), "not a url");
    await market(page)
      .getByRole("alert")
      .getByText(/^Enter a valid URL/)
      .waitFor();
    await market(page).getByRole("textbox", { name: "Name" }).fill("Own prices");
    await connect(market(page), `${host.origin}/prices.csv?symbol=SPY`);
    await market(page).getByText("Successfully connected to market data feed!").waitFor();
    expect(await market(page).getByRole("table", { name: "First rows" }).innerText()).toMatch(/2026-01-02\s+100\.5\s+2026-01-05\s+101\.25/);
    await row(page, "Own prices").getByText("6", { exact: true }).waitFor();
    expect(await list(page).innerText()).not.toContain("SPY");
    expect(await auditEverywhere(page)).toEqual([]);
    expect(await unreached(page)).toEqual([]);

    // Nothing uses the dataset, so the next reading replaces it.
    rows = `${CSV}2026-01-12,105\n`;
    await page.getByRole("button", { name: "Refresh Own prices" }).click();
    await row(page, "Own prices").getByText("7", { exact: true }).waitFor();
    // Now a screen uses it: the version in use stays when a newer one arrives.
    await openIn(page, "Own prices", "GARCH Model");
    await page.waitForURL(/garch-model/);
    await page.getByText("7 values read", { exact: false }).first().waitFor();
    await page.goBack();
    rows = `${CSV}2026-01-12,105\n2026-01-13,106\n`;
    await page.getByRole("button", { name: "Refresh Own prices" }).click();
    await row(page, "Own prices").getByText("8", { exact: true }).waitFor();
    await page.goto(`${session.current.origin}/lyapunov`);
    await page.getByRole("button", { name: "Use a loaded series" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Own prices", { exact: true }).waitFor();
    expect(await dialog.getByText(/^Own prices until /).count()).toBe(1);
    expect(await dialog.getByRole("listitem").count()).toBe(2);
    await page.goto(`${session.current.origin}/integration`);

    // On failure the rows read so far stay, and the reason is shown.
    rows = "<!doctype html><title>Sign in</title>";
    await page.getByRole("button", { name: "Refresh Own prices" }).click();
    await row(page, "Own prices").getByText("This is a web page (HTML)", { exact: false }).waitFor();
    await row(page, "Own prices").getByText("8", { exact: true }).waitFor();
    rows = CSV;
    await page.getByRole("button", { name: "Pause Own prices" }).click();
    await row(page, "Own prices").getByText("paused").waitFor();
    await page.reload();
    await row(page, "Own prices").getByText("paused").waitFor();
    await remove(page, "Own prices");
    await page.getByText("No feeds yet", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Refresh Own prices" }).click();
    await row(page, "Own prices").getByText("6", { exact: true }).waitFor();
    expect(host.asked.filter((path) => path.startsWith("/prices.csv")).every((path) => path === "/prices.csv?symbol=SPY")).toBe(true);
    await remove(page, "Own prices");
    await page.close();
  });

  itInLongRuns("reads a news feed as plain text, for the LLM Trader", async () => {
    const page = await openFeeds(session.current);
    await connect(news(page), `${host.origin}/news.xml`);
    await news(page).getByText("Successfully connected to news feed!").waitFor();
    expect(await news(page).getByRole("table", { name: "First news" }).innerText()).toMatch(/Tin falls[\s\S]*Oil rises/);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    expect(await page.evaluate(() => document.querySelectorAll("main img, main script").length)).toBe(0);
    await openIn(page, "127.0.0.1 news", "LLM Trader");
    const box = page.getByRole("textbox", { name: "News Content" });
    await expect.poll(() => box.inputValue()).toBe(`2026-01-06 09:00\nTin falls. ${GOOD}\n---\n2026-01-05 09:00\nOil rises. ${GOOD}`);
    await page.getByRole("button", { name: "Generate Trading Signal" }).click();
    const articles = page.getByRole("table", { name: "Articles" });
    await articles.getByText("2026-01-06").waitFor();
    await articles.getByText("2026-01-05").waitFor();
    await page.goto(`${session.current.origin}/data-integration`);
    await openIn(page, "127.0.0.1 news", "Alpha Miner");
    await expect
      .poll(() => page.getByRole("textbox", { name: "News Data" }).inputValue())
      .toBe(`2026-01-06 09:00\nTin falls. ${GOOD}\n---\n2026-01-05 09:00\nOil rises. ${GOOD}`);
    await page.goto(`${session.current.origin}/data-integration`);
    await remove(page, "127.0.0.1 news");
    await page.close();
  });

  itInLongRuns("has a simulator, labeled as such, with the same rows for the same seed, offline too", async () => {
    const page = await openFeeds(session.current);
    await session.current.context.setOffline(true);
    const first = async () => {
      await connect(market(page), "demo:7");
      await market(page).getByText("Successfully connected to market data feed!").waitFor();
      await market(page).getByText("Simulated", { exact: true }).waitFor();
      return market(page).getByRole("table", { name: "First rows" }).getByRole("row").nth(1).getByRole("cell").nth(1).innerText();
    };
    expect(await first()).toBe(await first());
    await connect(news(page), "demo:7");
    await news(page).getByText("Successfully connected to news feed!").waitFor();
    await row(page, "Simulated news 7").getByText("Simulated", { exact: true }).waitFor();
    await session.current.context.setOffline(false);
    // Read again on schedule, after ten seconds.
    const rowsOf = () => row(page, "Simulated market 7").first().innerText();
    const before = await rowsOf();
    await remove(page, "Simulated market 7 2");
    await more(page, "Simulated market 7", "Refresh every 10 seconds");
    await expect.poll(rowsOf, { timeout: 40_000 }).not.toBe(before);
    await remove(page, "Simulated market 7");
    await remove(page, "Simulated news 7");
    await page.close();
  });

  itInLongRuns("opens a downloaded file, and uses a proxy chosen by the user", async () => {
    const page = await openFeeds(session.current);
    await market(page)
      .locator("input[type=file]")
      .setInputFiles({
        name: "taken.json",
        mimeType: "application/json",
        buffer: Buffer.from('[{"date":"2026-01-02","close":1},{"date":"2026-01-05","close":2}]'),
      });
    await market(page).getByText("taken.json is now among the loaded series").waitFor();
    await market(page).getByRole("button", { name: "Own proxy" }).click();
    await market(page).getByRole("textbox", { name: "Own proxy URL" }).fill(`${host.origin}/prices.json?url=`);
    await connect(market(page), "https://no-such-host.invalid/prices.csv?apikey=k");
    await market(page).getByText("Successfully connected to market data feed!").waitFor();
    expect(host.asked.at(-1)).toBe(`/prices.json?url=${encodeURIComponent("https://no-such-host.invalid/prices.csv?apikey=k")}`);
    // The key is stored for the tab only: afterwards the feed asks for its address.
    await page.reload();
    await row(page, "no-such-host").getByText("address missing").waitFor();
    await remove(page, "no-such-host.invalid prices");
    await page.close();
  });
});

describe("malicious hosts", () => {
  it("says what happened, does not freeze, executes nothing and stores nothing", { timeout: 240_000 }, async () => {
    const page = await openFeeds(session.current);
    const used = () => page.evaluate(async () => (await navigator.storage?.estimate())?.usage ?? 0);
    const before = await used();
    const { origin } = host;
    // Failures by timeout run in parallel with the others, each in its own tab.
    const slow = [
      ["/stall", /no data for 15 seconds/],
      ["/silent", /did not respond within 15 seconds/],
    ] as const;
    const waiting = await Promise.all(
      slow.map(async ([path, message]) => {
        const tab = await openFeeds(session.current);
        await connect(market(tab), origin + path);
        return { tab, message };
      }),
    );
    /** Cases that a short run leaves to another one of the same kind. */
    const repeated: [typeof market, string, RegExp][] = [
      [market, "/announced", /sent more than 64 MB/],
      [market, "/loop", /redirects to another address/],
      [market, "/broken", /was lost after \d+ bytes/],
      [market, "/closed", /blocks cross-origin reads \(CORS\)/],
      [market, "/binary", /^This is not a text file/],
      [news, "/deep", /nested more than 100 deep/],
      [market, "/to-file", /redirects to another address/],
      [market, "/news.xml", /^This is XML/],
      [news, "/quadratic", /declares a document type/],
      [news, "/page", /^This is a web page \(HTML\), not an RSS/],
    ];
    const cases: [typeof market, string, RegExp][] = [
      [market, "/endless", /sent more than 64 MB\. Nothing was imported/],
      [market, "/page", /^This is a web page \(HTML\), not CSV or JSON/],
      [market, "/to-other", /redirects to another address/],
      [market, "/brackets", /is not valid JSON/],
      [market, "/failing", /responded with status 503/],
      [news, "/laughs", /declares a document type/],
      [news, "/prices.csv", /^No news found/],
      ...(ALL ? repeated : []),
    ];
    // While one host keeps the app waiting, the other form works, from the first key to the rows.
    const dripping = await openFeeds(session.current);
    await connect(market(dripping), `${origin}/drip`);
    await connect(news(dripping), "demo:");
    await news(dripping).getByText("Successfully connected to news feed!").waitFor();
    // On a busy machine the host may have been given up by now.
    const connecting = market(dripping).getByRole("button", { name: "Connecting..." });
    expect(await connecting.or(market(dripping).getByText(/is too slow/)).count()).toBe(1);
    await remove(dripping, "Simulated news 1");
    waiting.push({ tab: dripping, message: /is too slow: \d+ bytes in \d+ seconds/ });
    for (const [part, path, message] of cases) {
      await connect(part(page), origin + path);
      await part(page).getByRole("alert").getByText(message).waitFor({ timeout: 60_000 });
      expect(
        await part(page)
          .getByText(/Successfully/)
          .count(),
      ).toBe(0);
    }
    for (const { tab, message } of waiting) {
      await market(tab).getByRole("alert").getByText(message).waitFor({ timeout: 60_000 });
      expect(
        await market(tab)
          .getByText(/Successfully/)
          .count(),
      ).toBe(0);
      await tab.close();
    }
    // Of ten gigabytes, no more is sent than the limit and what was in buffers on the way.
    expect(sent).toBeLessThan(GIGABYTE / 4);
    expect(elsewhere.asked).toEqual([]);
    expect((await used()) - before).toBeLessThan(4 << 20);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    await page.getByText("No feeds yet", { exact: false }).waitFor();
    // A redirect on the same host is followed.
    await connect(market(page), `${origin}/to-here`);
    await market(page).getByText("Successfully connected to market data feed!").waitFor();
    await remove(page, "127.0.0.1 to here");
    await page.close();
  });

  it("lets no thread reach a host that is not a feed's, and the page none at all", async () => {
    const page = await openFeeds(session.current);
    const reach = (address: string) =>
      page.evaluate(
        (url) =>
          fetch(url).then(
            () => true,
            () => false,
          ),
        address,
      );
    await connect(market(page), `${host.origin}/prices.csv`);
    await market(page).getByText("Successfully connected to market data feed!").waitFor();
    expect(await reach(`${host.origin}/prices.csv`)).toBe(false);
    const policy = await page.evaluate(async () => {
      const script = performance.getEntriesByType("resource").find(({ name }) => name.includes("feed.worker"))?.name ?? "";
      return (await fetch(script)).headers.get("Content-Security-Policy");
    });
    expect(policy).toBe(threadPolicy([host.origin]));
    await remove(page, "127.0.0.1 prices");
    await connect(market(page), "demo:");
    await market(page).getByText("Successfully connected to market data feed!").waitFor();
    await remove(page, "Simulated market 1");
    await page.close();
  });
});

describe("sockets", () => {
  const trade = (i: number) => ({ type: "trade", symbol: "SPY", timestamp: Date.UTC(2026, 0, 5, 14) + 1000 * i, price: 100 + i, size: 10 });
  const told = async (
    greet: (visitor: Visitor) => void,
    test: (page: Page, address: string) => Promise<void>,
    state: { stall?: boolean } = {},
  ) => {
    const server = await socketServer(greet);
    Object.assign(server.state, state);
    const page = await openFeeds(session.current);
    try {
      await test(page, `${server.host}/live`);
    } finally {
      await page.close();
      server.stop();
    }
    return server;
  };

  it("listens to a socket, keeps its rows, and reconnects after a disconnection and after a reload with all rows", async () => {
    let next = 0;
    const server = await told(
      (visitor) => {
        for (let i = 0; i < 5; i++) visitor.say(trade(next++));
      },
      async (page, address) => {
        await connect(market(page), address);
        await market(page).getByText("Successfully connected to market data feed!").waitFor();
        await row(page, "127.0.0.1 live").getByText("listening").waitFor();
        await row(page, "127.0.0.1 live").getByText("5", { exact: true }).waitFor();
        await page.reload();
        await page.getByRole("button", { name: "Refresh 127.0.0.1 live" }).click();
        await row(page, "127.0.0.1 live").getByText("10", { exact: true }).waitFor();
        await remove(page, "127.0.0.1 live");
        await page.getByText("No feeds yet", { exact: false }).waitFor();
      },
    );
    expect(server.visitors.map(({ texts }) => texts)).toEqual([[], []]);
  });

  itInAll("withstands garbage and floods, and says so", async () => {
    await told(
      (visitor) => {
        for (const odd of ["", "{", "[]", "null", '"text"', "<script>window.hacked=1</script>", "x".repeat(2 << 20)]) visitor.say(odd);
        visitor.raw(Buffer.from([0x82, 3, 1, 2, 3]));
        for (let i = 0; i < 20_000; i++) visitor.say(trade(i));
      },
      async (page, address) => {
        await connect(market(page), address);
        await market(page).getByText("Successfully connected to market data feed!").waitFor();
        await row(page, "127.0.0.1 live")
          .getByText(/dropped: more than 2,000 a second/)
          .waitFor();
        expect(await page.evaluate(() => "hacked" in window)).toBe(false);
        await remove(page, "127.0.0.1 live");
      },
    );
  });

  itInAll("says that no row arrived, and that a host does not answer", async () => {
    const says = (message: string) => async (page: Page, address: string) => {
      await connect(market(page), address);
      await market(page).getByRole("alert").getByText(message).waitFor({ timeout: 60_000 });
    };
    await Promise.all([
      told((visitor) => visitor.say("garbage"), says("No rows within 20 seconds: 1 messages were not JSON objects with numbers")),
      told(() => undefined, says("WebSocket connection failed: the host is not responding"), { stall: true }),
    ]);
  });
});
