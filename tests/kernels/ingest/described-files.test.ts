import { describe, expect, it } from "vitest";
import { analyzed, opened, outcome, refusal } from "./read-bytes";

const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09", "2024-01-10"];
const TIMES = DAYS.map((day) => Date.parse(day));
const CLOSES = [100.5, 101.25, 99.75, 102.125, 101.5, 103, 102.75];
const BARS = CLOSES.map((close, i) => ({ open: close - 0.25, high: close + 1, low: close - 1, close, volume: 1000 + 10 * i }));
const column = (name: keyof (typeof BARS)[number]) => BARS.map((bar) => bar[name]);

const lists = BARS.map(({ open, high, low, close, volume }, i) => [TIMES[i], `${open}`, `${high}`, `${low}`, `${close}`, `${volume}`]);
const SHAPES: Record<string, unknown> = {
  "a row each": BARS.map((bar, i) => ({ date: DAYS[i], ...bar })),
  "columns beside each other": { date: DAYS, ...Object.fromEntries(Object.keys(BARS[0]).map((name) => [name, column(name as "open")])) },
  "lists with moments": lists,
  "Yahoo, chart": {
    chart: {
      result: [
        {
          meta: { currency: "USD", validRanges: ["1d", "5d", "1mo", "3mo", "6mo", "1y", "max"] },
          timestamp: TIMES.map((time) => time / 1000),
          indicators: {
            quote: [{ low: column("low"), close: CLOSES, volume: column("volume"), open: column("open"), high: column("high") }],
            adjclose: [{ adjclose: CLOSES.map((close) => close / 2) }],
          },
        },
      ],
      error: null,
    },
  },
  "Alpha Vantage, daily": {
    "Meta Data": { "1. Information": "Daily Prices", "2. Symbol": "X" },
    "Time Series (Daily)": Object.fromEntries(
      BARS.map(({ open, high, low, close, volume }, i) => [
        DAYS[i],
        { "1. open": `${open}`, "2. high": `${high}`, "3. low": `${low}`, "4. close": `${close}`, "5. volume": `${volume}` },
      ]).reverse(),
    ),
  },
  "Binance, klines": lists.map((list) => [...list, (list[0] as number) + 86_399_999, "1", 5, "2", "3", "0"]),
  "Kraken, OHLC": {
    error: [],
    result: {
      XXBTZUSD: BARS.map(({ open, high, low, close, volume }, i) => [
        ...[TIMES[i] / 1000, `${open}`, `${high}`, `${low}`, `${close}`, `${close - 0.1}`, `${volume}`, 7],
      ]),
      last: 1,
    },
  },
  "Polygon, aggregates": {
    results: BARS.map(({ open, high, low, close, volume }, i) => ({ v: volume, o: open, c: close, h: high, l: low, t: TIMES[i] })),
  },
  "TradingView, history": {
    s: "ok",
    t: TIMES.map((time) => time / 1000),
    o: column("open"),
    h: column("high"),
    l: column("low"),
    c: CLOSES,
    v: column("volume"),
  },
  "pandas, split": {
    columns: Object.keys(BARS[0]),
    index: TIMES,
    data: BARS.map((bar) => Object.values(bar)),
  },
  "pandas, columns": Object.fromEntries(
    Object.keys(BARS[0]).map((name) => [name, Object.fromEntries(TIMES.map((time, i) => [time, column(name as "open")[i]]))]),
  ),
  "pandas, index": Object.fromEntries(TIMES.map((time, i) => [time, BARS[i]])),
};

describe("JSON in the shapes APIs return", () => {
  for (const [name, document] of Object.entries(SHAPES)) {
    it(`${name}: dates, closes and the other columns`, async () => {
      const series = await opened(JSON.stringify(document));
      expect(analyzed(series)).toEqual(CLOSES);
      expect([...(series.times ?? [])]).toEqual(TIMES);
      for (const role of ["open", "high", "low", "volume"] as const)
        expect([...(series.columns.find((one) => one.role === role)?.values ?? [])]).toEqual(column(role));
      expect(series.quality.opened?.formats).toEqual(["json"]);
    });
  }

  it("dates and values: FRED, CoinGecko, one object per line, a single list of numbers", async () => {
    const fred = {
      count: 8,
      observations: [...DAYS.map((date, i) => ({ date, value: `${CLOSES[i]}` })), { date: "2024-01-11", value: "." }],
    };
    const series = await opened(JSON.stringify(fred));
    expect([analyzed(series), series.quality.dropped.map(({ reason, count }) => [reason, count])]).toEqual([
      CLOSES,
      [["missing-value", 1]],
    ]);
    const pairs = (values: number[]) => TIMES.map((time, i) => [time, values[i]]);
    const gecko = await opened(
      JSON.stringify({ prices: pairs(CLOSES), market_caps: pairs(CLOSES.map(() => 9)), total_volumes: pairs(CLOSES.map(() => 1)) }),
    );
    expect([analyzed(gecko), [...gecko.times!]]).toEqual([CLOSES, TIMES]);
    const lines = await opened(DAYS.map((date, i) => JSON.stringify({ date, close: CLOSES[i] })).join("\n"));
    expect([analyzed(lines), [...lines.times!]]).toEqual([CLOSES, TIMES]);
    for (const list of [CLOSES, { prices: CLOSES }, CLOSES.map(String)])
      expect(analyzed(await opened(JSON.stringify(list)))).toEqual(CLOSES);
  });

  it("numbers keep their bits", async () => {
    const values = [0.1 + 0.2, 1e-300, 123456789.12345679, 5e-324, 1.7976931348623157e308];
    expect(analyzed(await opened(JSON.stringify(values.map((close) => ({ close })))))).toEqual(values);
  });

  it("broken JSON and JSON without a table are reported, and bracketed lists do not count as JSON", async () => {
    const text = JSON.stringify(SHAPES["a row each"]);
    expect(await refusal(text.slice(0, -20))).toBe("ingest/jsonBroken");
    expect(await refusal("[[".repeat(100_000))).toBe("ingest/jsonBroken");
    expect(await refusal('{"error": "no such symbol"}')).toBe("ingest/jsonNoTable");
    expect(await refusal('{"a": {"b": {"c": "d"}}}')).toBe("ingest/jsonNoTable");
  });
});

const page = (table: string) => `<!doctype html><html><head><title>x</title></head><body><p>Words</p>${table}</body></html>`;
const cells = (tag: string, values: readonly (string | number)[]) =>
  `<tr>${values.map((value) => `<${tag}>${value}</${tag}>`).join("")}</tr>`;
const rows = BARS.map(({ open, high, low, close, volume }, i) => cells("td", [DAYS[i], open, high, low, close, volume])).join("");
const TABLE = `<table>${cells("th", ["Date", "Open", "High", "Low", "Close", "Volume"])}${rows}</table>`;

describe("tables of HTML", () => {
  it("the longest is read by default, another on request", async () => {
    const small = `<table>${cells("td", ["Key", "Value"])}${cells("td", ["P/E", 5])}${cells("td", ["Yield", 2])}</table>`;
    const text = page(`<table><tr><td>${small}</td></tr></table>${TABLE}`);
    const series = await opened(text);
    expect([analyzed(series), [...series.times!]]).toEqual([CLOSES, TIMES]);
    expect(series.quality.opened?.choices[0].chosen).toBe("Table 3");
    expect(analyzed(await opened(text, { path: ["Table 2"] }))).toEqual([5, 2]);
  });

  it("cells are read in the formats people write", async () => {
    const german = DAYS.map((day, i) => cells("td", [day.split("-").reverse().join("."), CLOSES[i].toFixed(4).replace(".", ",")])).join("");
    const series = await opened(page(`<table>${cells("th", ["Datum", "Schlusskurs"])}${german}</table>`));
    expect([analyzed(series), [...series.times!]]).toEqual([CLOSES, TIMES]);
    const english = CLOSES.map((close, i) => cells("td", [`Jan ${DAYS[i].slice(8)}, 2024`, `1,${close.toFixed(3).padStart(7, "0")}`])).join(
      "",
    );
    const other = await opened(page(`<table>${cells("th", ["Date", "Price"])}${english}</table>`));
    expect([analyzed(other), [...other.times!]]).toEqual([CLOSES.map((close) => Number(`1${close.toFixed(3).padStart(7, "0")}`)), TIMES]);
  });

  it("a bad row is named by its position in the table", async () => {
    const read = await outcome(
      page(`<table>${cells("th", ["Date", "Close"])}${cells("td", ["2024-01-02", "1"])}${cells("td", ["2024-01-03", "soon"])}</table>`),
    );
    expect(read.ok ? null : read.failure).toMatchObject({ reason: "ingest/csvTooShort", row: 3, value: "soon" });
  });

  it("a page without a table is refused as a page; unterminated markup takes no extra time", async () => {
    expect(await refusal(page("<p>Nothing here</p>"))).toBe("ingest/noNumbers");
    expect(await refusal(page("<table><tr><td>1".repeat(50_000)))).toBe("read");
  });
});
