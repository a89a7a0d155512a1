import * as v from "valibot";
import { oneLine } from "../../lib/one-line.ts";

/** Maximum characters of a name shown. */
const MAX_NAME = 200;
/** The name of a source as shown: a file, or a result by anyone, may have any. */
export const sourceName = (name: string): string => oneLine(name, MAX_NAME);

/** Content of the form, stored across a reload. A file is not: the user still has it. */
export const convertInputsSchema = v.object({
  text: v.string(),
  /** A long paste, which never becomes the value of the box. */
  pasted: v.nullable(v.string()),
  /** Name of a paste, or of the file that a reopened result was converted from. */
  name: v.pipe(v.string(), v.transform(sourceName)),
  /** Initial account balance, if a statement does not contain it. */
  startingBalance: v.nullable(v.number()),
});

export type ConvertInputs = v.InferOutput<typeof convertInputsSchema>;

/** Name of a text that is from no file. */
export const TEXT_NAME = "Pasted report";

export const CONVERT_DEFAULTS: ConvertInputs = { text: "", pasted: null, name: TEXT_NAME, startingBalance: null };

/** Longer pastes are kept only until the page is left. */
export const MAX_KEPT = 200_000;

export const EXAMPLE = `**Account**
Balance: **10,500.25**
Equity: **10,730.10**
Free Margin: **9,000.00**
Maximal Drawdown: **1,200.50 (11.43%)**

**Results**
Total Net Profit: **500.25**
Profit Factor: **1.85**
Return: **5.25%**
Short Trades (won %): **60**
Monthly profit, 100, -50, 75
Sharpe Ratio: 1.2
Holdings: **1.5 BTC**`;
