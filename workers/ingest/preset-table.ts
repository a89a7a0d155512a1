import type { ColumnRole, DecimalSign } from "../contract";

/** A file form of a website or program. Anything its rows leave open is inferred as for any text. */
export interface Preset {
  /** Name shown to the user: "Investing.com history". */
  name: string;
  /** Names that the header must contain, in lower case. */
  header?: readonly string[];
  /** The header has exactly these names. */
  exact?: boolean;
  /** For headers that names alone do not identify: a check of the row below. */
  fits?: (header: readonly string[], row: readonly string[]) => boolean;
  /** For files without a header, the names of the columns, and whether a row of numbers matches. */
  columns?: readonly string[];
  fitsRow?: (cells: readonly number[]) => boolean;
  /** For dates in which day and month are ambiguous. */
  dateOrder?: "dmy" | "mdy";
  decimal?: DecimalSign;
  /** Header of the analyzed column, and roles of columns whose names do not reveal them. */
  primary?: string;
  roles?: Readonly<Record<string, ColumnRole>>;
  /** It contains trades, not a series; whether the Converter reads it. */
  trades?: "converter" | "none";
}

const BARS: readonly string[] = ["open", "high", "low", "close"];
const KLINES: readonly string[] = [
  ...["Open time", "Open", "High", "Low", "Close", "Volume", "Close time", "Quote asset volume", "Number of trades"],
  ...["Taker buy base asset volume", "Taker buy quote asset volume", "Ignore"],
];
const rolesOf = (open: string, high: string, low: string, close: string, volume: string) =>
  ({ [open]: "open", [high]: "high", [low]: "low", [close]: "close", [volume]: "volume" }) as const;
const isBar = (open: number, high: number, low: number, close: number): boolean =>
  low > 0 && high >= Math.max(open, close) && low <= Math.min(open, close);
/** Whole seconds since 1970, from 2001 on. */
const isSeconds = (value: number): boolean => value >= 1e9 && value < 5e9;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const INVESTING = "Investing.com history";
const STOOQ = "Stooq history";
const DEGIRO = "DEGIRO transactions";
const TRADING_212 = "Trading 212 history";
/** Newer exports say "Time (UTC)", and "Gross Total" instead of "Total"; other columns depend on the kinds of transactions. */
const isTrading212 = (header: readonly string[]): boolean =>
  ["Action", "ISIN", "Ticker", "No. of shares", "Price / share"].every((name) => header.includes(name)) &&
  header.some((name) => name === "Time" || name === "Time (UTC)");
const METATRADER = "MetaTrader statement";

/** Header of the table on the website, copied with its tooltip. */
const YAHOO_CLOSE = "close close price adjusted for splits.";
const YAHOO_ADJUSTED = "adj close adjusted close price adjusted for splits and dividend and/or capital gain distributions.";
/** Also matches the result of `yfinance.download`, whose header has three lines. */
export const YFINANCE: Preset = {
  name: "Yahoo Finance history (yfinance)",
  header: ["date", ...BARS, "volume", "dividends", "stock splits"],
};

/** One row a form; of several that fit, the first is taken. */
// biome-ignore format: one row a form
export const PRESETS: readonly Preset[] = [
  { name: "Yahoo Finance history", header: ["date", ...BARS, "adj close", "volume"] },
  { name: "Yahoo Finance history", header: ["date", "open", "high", "low", YAHOO_CLOSE, YAHOO_ADJUSTED, "volume"], primary: YAHOO_CLOSE, roles: { [YAHOO_CLOSE]: "close", [YAHOO_ADJUSTED]: "adjusted-close" } },
  YFINANCE,
  { name: STOOQ, header: ["ticker", "per", "date", "time", ...BARS, "vol"], primary: "close" },
  { name: STOOQ, header: ["data", "otwarcie", "najwyzszy", "najnizszy", "zamkniecie"], primary: "zamkniecie", roles: rolesOf("otwarcie", "najwyzszy", "najnizszy", "zamkniecie", "wolumen") },
  { name: "price bars (Stooq and others)", header: ["date", ...BARS, "volume"], exact: true },
  { name: INVESTING, header: ["date", "price", "open", "high", "low", "change %"], dateOrder: "mdy", primary: "price", roles: rolesOf("open", "high", "low", "price", "vol.") },
  { name: INVESTING, header: ["datum", "zuletzt", "eröffn.", "hoch", "tief", "+/- %"], dateOrder: "dmy", decimal: "comma", primary: "zuletzt", roles: rolesOf("eröffn.", "hoch", "tief", "zuletzt", "vol.") },
  { name: INVESTING, header: ["fecha", "último", "apertura", "máximo", "mínimo", "% var."], dateOrder: "dmy", decimal: "comma", primary: "último", roles: rolesOf("apertura", "máximo", "mínimo", "último", "vol.") },
  { name: INVESTING, header: ["data", "ultimo", "apertura", "massimo", "minimo"], dateOrder: "dmy", decimal: "comma", primary: "ultimo", roles: rolesOf("apertura", "massimo", "minimo", "ultimo", "vol.") },
  { name: INVESTING, header: ["data", "último", "abertura", "máxima", "mínima"], dateOrder: "dmy", decimal: "comma", primary: "último", roles: rolesOf("abertura", "máxima", "mínima", "último", "vol.") },
  { name: INVESTING, header: ["tarih", "şimdi", "açılış", "yüksek", "düşük"], dateOrder: "dmy", decimal: "comma", primary: "şimdi", roles: rolesOf("açılış", "yüksek", "düşük", "şimdi", "hac.") },
  { name: INVESTING, header: ["date", "dernier", "ouv.", "plus haut", "plus bas", "variation %"], dateOrder: "dmy", decimal: "comma", primary: "dernier", roles: rolesOf("ouv.", "plus haut", "plus bas", "dernier", "vol.") },
  { name: "Nasdaq history", header: ["date", "close/last", "volume", "open", "high", "low"], dateOrder: "mdy", primary: "close/last" },
  { name: "Cboe index history", fits: (header) => header.join() === "DATE,OPEN,HIGH,LOW,CLOSE", dateOrder: "mdy" },
  { name: "FRED series", fits: ([date, ...series], [day = ""]) => ISO_DAY.test(day) && (date === "DATE" || date === "observation_date") && series.length > 0 && series.every((name) => /^[A-Z][A-Z0-9_]+$/.test(name)) },
  { name: "ECB Data Portal", header: ["key", "freq", "time_period", "obs_value"], primary: "obs_value" },
  { name: "ECB Data Portal", fits: ([date, period]) => date === "DATE" && period === "TIME PERIOD" },
  { name: "ECB euro reference rates", header: ["date", "usd", "jpy", "gbp", "chf"], primary: "usd" },
  { name: "Binance klines", header: ["open_time", ...BARS, "volume", "close_time"], primary: "close" },
  { name: "Binance klines", header: ["open time", ...BARS, "volume", "close time"], primary: "close" },
  { name: "Binance klines", columns: KLINES, primary: "close", fitsRow: (row) => row.length === 12 && row[0] > 1e11 && row[6] > row[0] && isBar(row[1], row[2], row[3], row[4]) },
  { name: "Kraken OHLC", header: ["time", ...BARS, "weighted average", "volume", "count"], primary: "close" },
  { name: "Kraken OHLCVT", columns: ["Time", "Open", "High", "Low", "Close", "Volume", "Trades"], primary: "close", fitsRow: (row) => row.length === 7 && isSeconds(row[0]) && Number.isInteger(row[6]) && isBar(row[1], row[2], row[3], row[4]) },
  { name: "time, price and volume (Kraken trades)", columns: ["Time", "Price", "Volume"], primary: "price", fitsRow: (row) => row.length === 3 && isSeconds(row[0]) && row[1] > 0 && row[2] > 0 },
  { name: "TradingView export", fits: (header) => header.slice(0, 5).join() === `time,${BARS.join()}`, primary: "close" },
  { name: "MetaTrader history", header: ["date", ...BARS, "tickvol"], primary: "close" },
  { name: "IBKR Flex trades", header: ["symbol", "quantity", "tradeprice", "fifopnlrealized"], trades: "converter" },
  { name: "IBKR Flex trades", header: ["symbol", "quantity", "tradeprice"], trades: "none" },
  { name: TRADING_212, fits: (header) => isTrading212(header) && header.some((name) => /^Result(?: \([A-Z]{3}\))?$/.test(name)), trades: "converter" },
  { name: TRADING_212, fits: isTrading212, trades: "none" },
  { name: DEGIRO, header: ["date", "time", "product", "isin", "quantity", "price"], trades: "converter" },
  { name: DEGIRO, header: ["datum", "tijd", "product", "isin", "aantal", "koers"], trades: "converter" },
  { name: DEGIRO, header: ["datum", "uhrzeit", "produkt", "isin", "anzahl", "kurs"], trades: "converter" },
  { name: "XTB closed positions", header: ["position", "symbol", "type", "volume", "open time", "close time", "gross p/l"], trades: "converter" },
  { name: "XTB cash operations", header: ["id", "type", "time", "symbol", "comment", "amount"], exact: true, trades: "converter" },
  { name: "TradingView list of trades", fits: ([first, second, ...rest]) => first === "Trade #" && second === "Type" && rest.includes("Signal"), trades: "converter" },
  { name: METATRADER, header: ["ticket", "open time", "type", "size", "item", "price", "profit"], trades: "converter" },
  { name: METATRADER, header: ["time", "position", "symbol", "type", "volume", "price", "profit"], trades: "converter" },
  { name: METATRADER, header: ["time", "deal", "symbol", "type", "direction", "volume", "profit"], trades: "converter" },
];
