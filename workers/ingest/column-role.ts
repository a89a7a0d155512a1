import type { ColumnRole } from "../contract";
import { PRIMARY } from "./column-kinds";
import { plainName } from "./presets";

const ROLES: [RegExp, ColumnRole][] = [
  [/^adj(usted)?[ ._-]*(close|price|last|value)?$/, "adjusted-close"],
  [/^(o|eröffnung|erster|ouverture|ouv\.?|apertura|abertura|开盘价?|開盤價?|始値|시가)$/, "open"],
  [/^(h|hoch|plus haut|haut|máximo|massimo|最高价?|最高價|高値|고가)$/, "high"],
  [/^(l|tief|plus bas|bas|mínimo|minimo|最低价?|最低價|安値|저가)$/, "low"],
  [/^(c|settle|close\/last|schluss|schlusskurs|kurs|cierre|clôture|clot|prc|prccd|收盘价?|收盤價?|終値|종가)$/, "close"],
  [/^((px_)?volume|vol\.?|v|tickvol|tick volume|volumen|umsatz|成交量|出来高|거래량)$/, "volume"],
];
/** Open, PX_LAST of Bloomberg, "Close Price", opening_price. */
const FIELD = /^(?:px_)?(open|high|low|close|last|opening|closing)(?:[ _]?price)?$/;
const OF_FIELD: Record<string, ColumnRole> = {
  open: "open",
  opening: "open",
  high: "high",
  low: "low",
  close: "close",
  last: "close",
  closing: "close",
};
/** Names of simple and logarithmic returns, by their ends; asset and period may precede. */
const RETURN = /(?:^| )(returns?|rets?|rtn|(pct|percent|%) (returns?|ret|change|chg)|(change|chg) %)( ?\(?(%|pct|percent|percentage)\)?)?$/;
const LOG_RETURN = /(?:^| )(log|ln|cc) ?(returns?|rets?|rtn|r)( ?\(?(%|pct|percent|percentage)\)?)?$/;
/** Words that mark other figures than returns per row: over several rows, expected ones, or changes of something that is not a value. */
const NO_RETURN =
  /\b(total|cum|cumulative|cumulated|ytd|mtd|qtd|rolling|trailing|expected|predicted|target|forward|fwd|future|next|volume|vol|oi|interest)\b/;
/**
 * Statistics over many rows: annualized, averages and extremes, and returns over a given period: "12m return", "5d_ret", "3-year return".
 */
const OF_MANY = /\b(annuali[sz]ed|avg|average|mean|median|max|min|maximum|minimum|\d+ ?(d|w|m|q|y|yr|day|week|month|mth|quarter|year)s?)\b/;

/**
 * The role of a column named as returns, if its values are not levels: "Return", "SPX log_ret", "MSCI World return %"; undefined for
 * others.
 */
export function returnRole(name: string): ColumnRole | undefined {
  const words = plainName(name).replaceAll(/[ _.-]+/g, " ");
  if (NO_RETURN.test(words) || OF_MANY.test(words)) return undefined;
  return LOG_RETURN.test(words) ? "log-return" : RETURN.test(words) ? "return" : undefined;
}

const LETTERS = ["o", "h", "l", "c"];

/** quantmod puts the symbol before the field: AAPL.Close. */
const SYMBOL_FIELD = /^(?!adj|prev|pre|last)[a-z0-9^=&-]{1,12}\.(?=(?:open|high|low|close|volume|adjusted)$)/;

/**
 * Roles of the columns of a table by their names: prices of a day, its volume, or any value. Names may also be symbols: C, V and LOW may be
 * members of an index. Single letters therefore count only if all four of a bar are present, and high, low and open only beside a price.
 *
 * @param names as in the header; empty if a column has none
 */
export function rolesOf(names: readonly string[]): ColumnRole[] {
  const fields = names.map((name) => plainName(name).replace(SYMBOL_FIELD, ""));
  const lettered = LETTERS.every((letter) => fields.includes(letter));
  const roles = fields.map((field) => {
    const role = OF_FIELD[FIELD.exec(field)?.[1] ?? ""] ?? ROLES.find(([pattern]) => pattern.test(field))?.[1] ?? "value";
    return field.length === 1 && !lettered ? "value" : role;
  });
  const priced = roles.some(
    (role, place) => role === "close" || role === "adjusted-close" || (role === "value" && PRIMARY.test(fields[place])),
  );
  return roles.map((role) => (priced || role === "volume" ? role : "value"));
}
