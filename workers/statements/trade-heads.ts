/** Heads of columns by which lists of trades are known, in small letters. */

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
  // IBKR Flex, less its costs
  "fifopnlrealized",
  // Trading 212
  "result",
  // XTB, before its costs
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
/** Of a list of transactions without profits (DEGIRO): product, its number, quantity and the cash that was moved, in its languages. */
export const FILLS = {
  dates: ["date", "datum"],
  clock: ["time", "tijd", "uhrzeit"],
  name: ["product", "produkt"],
  quantity: ["quantity", "aantal", "anzahl"],
  cash: ["total", "totaal", "gesamt"],
} as const;
/** Of XTB's list of cash operations, where a comment tells what was bought or sold. */
export const OPERATIONS = ["id", "type", "time", "symbol", "comment", "amount"] as const;
/** "OPEN BUY 35 @ 9.04", "CLOSE BUY 25/70 @ 29.600": 25 of a position of 70. */
export const ORDER = /^(OPEN|CLOSE) (BUY|SELL) ([\d.]+)(?:\/[\d.]+)? @/;
/** Its operations that are no orders: profits of contracts, their costs, money paid in or out, and what shares and cash earn. */
export const OPERATION_KINDS = [
  ["trade", /^(?:close trade|profit\/loss\b.*)$/i],
  ["entry", /^(?:swap|rollover|commission|sec fee)$/i],
  ["income", /^(?:dividen[dt]|withholding tax|free[- ]funds interests?(?: tax)?)$/i],
  ["cash", /^(?:deposit|withdrawal|transfer|ike deposit|subaccount transfer)$/i],
] as const;
/** TradingView's profit in its currency: "Net P&L USD", "Profit USD". */
export const OF_CURRENCY = /^(?:net p&l|profit) [a-z]{3,5}$/;
/** Trading 212's until 2022: "Result (EUR)". */
export const RESULT_IN = /^result \([a-z]{3}\)$/;
/** DEGIRO's cash in the currency of the account, which newer lists name: "Gesamt EUR". */
export const CASH_IN = / [a-z]{3}$/;

/** A head of a column as it is looked up. */
export const plainHead = (cell: string): string =>
  cell
    .toLowerCase()
    .split("/")
    .map((part) => part.trim())
    .join("/")
    .replace(/[*"]/g, "")
    .trim();
