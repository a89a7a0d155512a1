import { describe, expect, it } from "vitest";
import * as backtest from "../../workers/backtest/messages";
import * as validation from "../../workers/validation/messages";

describe("a message that counts", () => {
  it.each([
    [backtest.missing({ rows: 1 }), "1 row lacks an open, high or low: the close was used."],
    [backtest.missing({ rows: 1234 }), "1,234 rows lack an open, high or low: the close was used."],
    [backtest.narrow({ rows: 1 }), "1 row has a high or low inside the open–close range: it was widened."],
    [backtest.searchNoTrades({ windows: 1 }), "In 1 window no combination could be ranked: the original parameters are used there."],
    [backtest.sweepSkipped({ count: 1 }), "1 inconsistent combination was skipped."],
    [
      validation.purgeCut({ rows: 1, asked: 40 }),
      "A fold is short: 1 row is purged around it instead of the 40 the longest lookback needs.",
    ],
  ])("reads %s", (text, wanted) => expect(text).toBe(wanted));
});
