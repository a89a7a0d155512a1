/** Column headers by which lists of trades are recognized, in lowercase. */

export const PROFIT = [
  "net profit",
  "net p/l",
  "profit",
  "p/l",
  "p&l",
  "pnl",
  "pl",
  "profit/loss",
  "realized p/l",
  "realized pnl",
  "gain/loss",
  // IBKR Flex, after costs
  "fifopnlrealized",
  // Trading 212
  "result",
  // XTB, before costs
  "gross p/l",
];
export const CLOSING = ["close time", "close date", "closing time", "exit time", "exit date", "closed", "time closed", "close"];
export const TIMES = [
  "time",
  "date",
  "datetime",
  "date/time",
  "date and time",
  "date time",
  "timestamp",
  "open time",
  "open date",
  "opening time",
  "entry time",
  "entry date",
  "tradedate",
  // Trading 212
  "time (utc)",
];
export const SIDE = ["type", "side", "action", "buy/sell", "order type"];
export const SYMBOL = ["symbol", "item", "instrument", "market", "pair", "asset", "ticker"];
export const VOLUME = [
  "volume",
  "size",
  "lots",
  "lot",
  "quantity",
  "qty",
  "units",
  "no. of shares",
  "contracts",
  "size (qty)",
  "position size (qty)",
];
export const COSTS = ["commission", "commissions", "fee", "fees", "swap", "rollover", "taxes", "tax"];
/** Headers of a list of transactions without profits (DEGIRO) in its languages: date and time, product, quantity and the cash that was moved. */
export const FILLS = {
  dates: ["date", "datum"],
  clock: ["time", "tijd", "uhrzeit"],
  name: ["product", "produkt"],
  quantity: ["quantity", "aantal", "anzahl"],
  cash: ["total", "totaal", "gesamt"],
} as const;
/** Headers of XTB's list of cash operations, whose comments say what was bought or sold. */
export const OPERATIONS = ["id", "type", "time", "symbol", "comment", "amount"] as const;
/** "OPEN BUY 35 @ 9.04", "CLOSE BUY 25/70 @ 29.600": 25 of a position of 70. */
export const ORDER = /^(OPEN|CLOSE) (BUY|SELL) ([\d.]+)(?:\/[\d.]+)? @/;
/** XTB's operations that are not orders: profits of contracts, their costs, dividends and interest, deposits and withdrawals. */
export const OPERATION_KINDS = [
  ["trade", /^(?:close trade|profit\/loss\b.*)$/i],
  ["entry", /^(?:swap|rollover|commission|sec fee)$/i],
  ["income", /^(?:dividen[dt]|withholding tax|free[- ]funds interests?(?: tax)?)$/i],
  ["cash", /^(?:deposit|withdrawal|transfer|ike deposit|subaccount transfer)$/i],
] as const;
/** TradingView's profit with its currency: "Net P&L USD", "Profit USD". */
export const OF_CURRENCY = /^(?:net p&l|profit) [a-z]{3,5}$/;
/** Trading 212's header until 2022: "Result (EUR)". */
export const RESULT_IN = /^result \([a-z]{3}\)$/;
/** DEGIRO's cash in the account's currency, which newer lists append: "Gesamt EUR". */
export const CASH_IN = / [a-z]{3}$/;

/** Normalizes a column header for lookup. */
export const plainHead = (cell: string): string =>
  cell
    .toLowerCase()
    .split("/")
    .map((part) => part.trim())
    .join("/")
    .replace(/[*"]/g, "")
    .trim();
