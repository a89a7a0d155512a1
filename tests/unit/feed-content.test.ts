import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readContent } from "../../workers/feeds/content";
import { LiveRows } from "../../workers/feeds/live-rows";
import { newsTime } from "../../workers/feeds/news-item";
import { plainText } from "../../workers/feeds/plain-text";
import { simulatedNews, simulatedPrices } from "../../workers/feeds/simulator";
import { newsOfXml, RefusedXml } from "../../workers/feeds/xml-news";
import { failureText, says } from "../fixtures/failure-text";
import { runs } from "../fixtures/in-all";

const NOW = Date.UTC(2026, 10, 22);
const news = async (text: string | Uint8Array<ArrayBuffer>) => {
  const read = await readContent("news", new Blob([text]), NOW);
  return read.ok ? (read.value.kind === "news" ? read.value.items : []) : failureText(read.failure);
};
const market = async (text: string | Uint8Array<ArrayBuffer>) => {
  const read = await readContent("market", new Blob([text]), NOW);
  return read.ok ? (read.value.kind === "market" ? await read.value.text.text() : "") : failureText(read.failure);
};
const rss = (items: string) => `<?xml version="1.0"?><rss version="2.0"><channel><title>Channel</title>${items}</channel></rss>`;

describe("news feeds", () => {
  it("reads RSS, newest first, as plain text", async () => {
    const items = await news(
      rss(`<item><title>Oil &amp; gas <![CDATA[<b>rise</b>]]></title><description>&lt;p&gt;Up 3 &amp;gt; 2&lt;/p&gt;</description>
        <pubDate>Fri, 20 Nov 2026 08:30:00 GMT</pubDate></item>
        <item><title>Later</title><pubDate>Sat, 21 Nov 2026 08:30:00 +0100</pubDate></item><item><title>Undated</title></item>`),
    );
    expect(items).toEqual([
      { time: Date.UTC(2026, 10, 21, 7, 30), title: "Later", text: "" },
      { time: Date.UTC(2026, 10, 20, 8, 30), title: "Oil & gas rise", text: "Up 3 > 2" },
      { time: null, title: "Undated", text: "" },
    ]);
  });

  it("reads Atom, RSS 1.0, JSON Feed and what news services send", async () => {
    const expected = [{ time: Date.UTC(2026, 10, 20, 8), title: "A title", text: "Words of it" }];
    const time = "2026-11-20T08:00:00Z";
    expect(
      await news(
        `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><title type="html">A title</title><link href="a>b"/><published>${time}</published><content type="xhtml"><div>Words <i>of</i> it</div></content></entry></feed>`,
      ),
    ).toEqual(expected);
    expect(
      await news(
        `<rdf:RDF xmlns:rdf="r"><channel/><item><title>A title</title><description>Words of it</description><dc:date>${time}</dc:date></item></rdf:RDF>`,
      ),
    ).toEqual(expected);
    expect(
      await news(
        JSON.stringify({ version: "1.1", items: [{ title: "A title", content_html: "<p>Words of it</p>", date_published: time }] }),
      ),
    ).toEqual(expected);
    expect(
      await news(JSON.stringify({ status: "ok", articles: [{ title: "A title", description: "Words of it", publishedAt: time }] })),
    ).toEqual(expected);
    expect(await news(JSON.stringify([{ headline: "A title", summary: "Words of it", datetime: Date.parse(time) / 1000 }]))).toEqual(
      expected,
    );
  });

  it("uses the encoding named by an XML declaration", async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><item><title>München</title></item></channel></rss>`;
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    expect(await news(bytes)).toEqual([{ time: null, title: "München", text: "" }]);
  });

  it("keeps scripts out of titles and texts", async () => {
    const items = await news(
      rss(
        `<item><title>&lt;script&gt;window.hacked=1&lt;/script&gt;Gold &lt;img src=x onerror=hacked()&gt;</title><description><![CDATA[<style>p{}</style><a href="javascript:hacked()">read</a> on\u202e]]></description></item><item><title><script>hacked()</script>Tin</title></item>`,
      ),
    );
    expect(items).toEqual([
      { time: null, title: "Gold", text: "read on" },
      { time: null, title: "Tin", text: "" },
    ]);
  });

  it("knows every named HTML character, and where a tag ends", async () => {
    const items = await news(
      rss("<item><title>Nestl&amp;eacute; &lt;a title=&quot;1 &gt; 0&quot;&gt;&amp;frac12; up&lt;/a&gt;</title></item>"),
    );
    expect(items).toEqual([{ time: null, title: "Nestlé ½ up", text: "" }]);
  });

  it("refuses document types before reading them: billion laughs, quadratic blow-up, external entities", async () => {
    const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("");
    for (const bomb of [
      `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY l0 "lol">${laughs}]><rss><channel><item><title>&l9;</title></item></channel></rss>`,
      `<!DOCTYPE rss [<!ENTITY a "${"a".repeat(100_000)}">]><rss><channel><item><title>${"&a;".repeat(100_000)}</title></item></channel></rss>`,
      `<!DOCTYPE rss SYSTEM "http://127.0.0.1/evil.dtd"><rss/>`,
      `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><item><title>&x;</title></item></channel></rss>`,
    ]) {
      expect(await news(bomb)).toBe(says("feeds/xmlDoctype"));
    }
    // Without a document type, an entity stays as its name.
    expect(await news(rss("<item><title>&l9; and &a;</title></item>"))).toEqual([{ time: null, title: "&l9; and &a;", text: "" }]);
  });

  it("explains what is wrong with XML that is malformed, too deep, or not a feed", async () => {
    expect(await news(rss("<item><title>x</item>"))).toBe(says("feeds/xmlBroken"));
    expect(await news("<rss><channel><item><title>x")).toBe(says("feeds/xmlBroken"));
    expect(await news(rss(`<item><title><![CDATA[never closed</title></item>`))).toBe(says("feeds/xmlBroken"));
    expect(await news(`<rss a="${"x".repeat(1000)}`)).toBe(says("feeds/xmlBroken"));
    expect(await news(`<rss>${"<a>".repeat(100_000)}`)).toBe(says("feeds/xmlDeep"));
    expect(await news("<svg><title>x</title></svg>")).toBe(says("feeds/noNews"));
    expect(await news(rss(""))).toBe(says("feeds/noNews"));
    expect(await news("plain words")).toBe(says("feeds/noNews"));
    expect(await news('{"items": 7}')).toBe(says("feeds/noNews"));
  });

  it("takes at most 500 items, and truncates long texts, in linear time", async () => {
    const many = await news(rss(`<item><title>t</title><description>${"w ".repeat(5000)}</description></item>`.repeat(2000)));
    expect(many).toHaveLength(500);
    expect(typeof many !== "string" && many[0].text.length).toBeLessThanOrEqual(1000);
    // Megabytes of tags that never close.
    expect(plainText("<a ".repeat(100_000), 100)).toBe("");
    expect(plainText("<script>".repeat(100_000), 100)).toBe("");
    expect(plainText("<b>".repeat(100_000), 100)).toBe("");
    expect(plainText("&amp;".repeat(100_000), 10)).toHaveLength(10);
  });

  it("throws only refusals, and never returns markup", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("<", ">", "/", "!", "-", "[", "]", "&", ";", "#", '"', "'", "a", "script", " ", "?", "CDATA[") }),
        (text) => {
          try {
            newsOfXml(`<rss><item><title>${text}`, NOW);
          } catch (error) {
            expect(error).toBeInstanceOf(RefusedXml);
          }
          expect(plainText(text, 200)).not.toMatch(/<(script|a)[\s>]/);
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it("reads times as feeds write them", () => {
    expect(newsTime("Fri, 20 Nov 2026 08:30:00 EST", NOW)).toBe(Date.UTC(2026, 10, 20, 13, 30));
    expect(newsTime(1_795_000_000, NOW)).toBe(1_795_000_000_000 > NOW + 86_400_000 ? null : 1_795_000_000_000);
    expect(newsTime("1763712000000", NOW)).toBe(1_763_712_000_000);
    for (const none of ["", "soon", "9999-01-01", "0001-01-01", null]) expect(newsTime(none, NOW)).toBeNull();
  });
});

describe("market feeds", () => {
  it("takes CSV unchanged, and converts JSON of many forms into CSV", async () => {
    expect(await market("Date,Close\n2026-01-02,1\n")).toBe("Date,Close\n2026-01-02,1\n");
    const rows = [
      { date: "2026-01-02", close: 1.5, note: 'a "b", c', tags: ["x"] },
      { date: "2026-01-05", close: 2, note: null },
    ];
    const csv = 'date,close,note\n2026-01-02,1.5,"a ""b"", c"\n2026-01-05,2,\n';
    expect(await market(JSON.stringify(rows))).toBe(csv);
    expect(await market(JSON.stringify({ meta: { count: 2 }, data: { rows } }))).toBe(csv);
    expect(await market(rows.map((row) => JSON.stringify(row)).join("\n"))).toBe(csv);
    expect(await market('[[1767312000000,"1","2"],[1767571200000,"2","3"]]')).toBe("1767312000000,1,2\n1767571200000,2,3\n");
    expect(await market('{"s":"ok","t":[1767312000,1767571200],"c":[1,2]}')).toBe("time,c\n1767312000,1\n1767571200,2\n");
    expect(await market('{"Daily":{"2026-01-02":{"4. close":"1"},"2026-01-05":{"4. close":"2"}}}')).toBe(
      "Date,close\n2026-01-02,1\n2026-01-05,2\n",
    );
    expect(await market('{"prices":{"2026-01-02":1,"2026-01-05":2}}')).toBe("Date,prices\n2026-01-02,1\n2026-01-05,2\n");
  });

  it("says what was received instead of a table", async () => {
    expect(await market("<!-- a --><!DOCTYPE html><html><body>Sign in</body></html>")).toBe(says("feeds/htmlMarket"));
    expect(await market("  <HTML>")).toBe(says("feeds/htmlMarket"));
    expect(await market(`<?xml version="1.0"?>${"<!-- x -->".repeat(150)}<rss></rss>`)).toBe(says("feeds/isNews"));
    expect(await market(rss(""))).toBe(says("feeds/isNews"));
    expect(await market("")).toBe(says("feeds/empty"));
    expect(await market(" \n ")).toBe(says("feeds/empty"));
    expect(await market(Uint8Array.of(0x50, 0x4b, 3, 4, 20))).toBe(says("feeds/binary"));
    expect(await market(Uint8Array.of(1, 0, 2, 0xff))).toBe(says("feeds/binary"));
    expect(await market('{"error": "no such symbol"}')).toBe(says("feeds/jsonNoTable"));
    expect(await market('{"a": [1, 2')).toBe(says("feeds/jsonBroken"));
    expect(await market("[".repeat(200_000))).toBe(says("feeds/jsonBroken"));
    expect(await news("<!doctype html><title>x</title>")).toBe(says("feeds/htmlNews"));
  });

  it("survives any JSON", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), async (text) => {
        for (const kind of ["market", "news"] as const) {
          const read = await readContent(kind, new Blob([`${text} `]), NOW);
          if (!read.ok) expect(read.failure.code).toBe("bad-input");
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("live rows", () => {
  const AT = Date.UTC(2026, 0, 5, 14, 30);
  const textOf = async (rows: LiveRows) => (await rows.text().text()).trim().split("\n");

  it("makes rows from messages of the first type and symbol, and counts the rest", async () => {
    const rows = new LiveRows();
    for (const message of [
      "garbage",
      '{"type":"hello"}',
      '{"result":null,"id":7}',
      { type: "trade", symbol: "A", timestamp: AT, price: 101.5, size: "200", conditions: [] },
      { type: "trade", symbol: "B", timestamp: AT + 1, price: 7, size: 1 },
      { type: "quote", symbol: "A", timestamp: AT + 2, bid: 1, ask: 2 },
      { data: [{ type: "trade", symbol: "A", timestamp: AT / 1000 + 3, price: 102, size: 5 }] },
      { type: "trade", symbol: "A", timestamp: "never", price: "<script>", size: 3 },
    ])
      rows.take(typeof message === "string" ? message : JSON.stringify(message), AT + 9000);
    rows.take(new ArrayBuffer(4), AT);
    rows.take(`{"price":1,"pad":"${"x".repeat(1 << 20)}"}`, AT);
    expect(await textOf(rows)).toEqual([
      '"Time","price","size"',
      "2026-01-05T14:30:00.000Z,101.5,200",
      "2026-01-05T14:30:03.000Z,102,5",
      "2026-01-05T14:30:09.000Z,,3",
    ]);
    expect(rows.count).toEqual({ rows: 3, rejected: 7, dropped: 0 });
  });

  it("drops rows beyond 2,000 per second, keeps 50,000 rows, and resumes from earlier ones", async () => {
    const flood = new LiveRows();
    for (let i = 0; i < 10_000; i++) flood.take(`{"p":${i}}`, AT + (i % 1000));
    expect(flood.count).toEqual({ rows: 2000, rejected: 0, dropped: 8000 });
    const long = new LiveRows();
    for (let i = 0; i < 60_000; i++) long.take(`{"p":${i}}`, AT + i * 10);
    const lines = await textOf(long);
    expect(lines.length).toBeLessThanOrEqual(51_001);
    expect(lines.at(-1)).toContain(",59999");
    const later = new LiveRows("Time,p\r\n2026-01-05,1\r\n");
    later.take('{"p":2}', AT);
    expect(await textOf(later)).toEqual(['"Time","p"', "2026-01-05,1", "2026-01-05T14:30:00.000Z,2"]);
  });
});

describe("simulator", () => {
  it("gives the same rows for the same seed, and adds later ones without changing earlier ones", async () => {
    const text = (seed: number, until: number) => simulatedPrices(seed, NOW, until).text();
    const [now, later, other] = [await text(7, NOW), await text(7, NOW + 3_600_000), await text(8, NOW)];
    expect(now.trim().split("\n")).toHaveLength(391);
    expect(later.startsWith(now)).toBe(true);
    expect(later.trim().split("\n")).toHaveLength(451);
    expect(other).not.toBe(now);
    const items = simulatedNews(7, NOW, NOW);
    expect(items).toHaveLength(24);
    expect(simulatedNews(7, NOW, NOW + 3_600_000).slice(1)).toEqual(items);
    for (const { title, text: words } of items) {
      expect(title).toMatch(/^Simulated: /);
      expect(`${title} ${words}`.split(" ").length).toBeGreaterThanOrEqual(20);
    }
  });

  it.each([-8.6e15, 0, 8.6e15])("covers at most five years, up to now, whenever it was added: %s", async (since) => {
    const rows = (await simulatedPrices(7, since, NOW).text()).trim().split("\n");
    expect(rows.at(-1)?.split(",")[0]).toBe(new Date(NOW - 60_000).toISOString());
    expect(rows.length).toBe(since > NOW ? 391 : 20_001);
    expect(simulatedNews(7, since, NOW)[0].time).toBeLessThanOrEqual(NOW);
  });

  it("draws returns with the stated volatility", async () => {
    const closes = (await simulatedPrices(3, NOW, NOW + 10_000 * 60_000).text())
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => Number(line.split(",")[1]));
    const returns = closes.slice(1).map((close, i) => Math.log(close / closes[i]));
    const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
    const deviation = Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / returns.length);
    // 10,000 draws: four standard errors are 3%.
    expect(Math.abs(deviation / 0.0005 - 1)).toBeLessThan(0.03);
    expect(Math.abs(mean)).toBeLessThan((4 * 0.0005) / 100);
  });
});
