import { clauseAction } from "./rules";

/** Position and profit of the account at every step. */
export interface AccountColumns {
  /** After the decision: 1 long, 0 flat. */
  position: Float64Array;
  /** Entry price of the position; NaN while flat. */
  entry: Float64Array;
  /** In percent since the first step. */
  profit: Float64Array;
  /** The same for buy and hold; NaN if the first price is not above 0. */
  held: Float64Array;
}

/**
 * An account that follows the rules: fully invested after Buy, flat after Sell, unchanged on Hold. A decision at a price earns the returns after
 * it, without costs. It does not buy at prices of 0 or below, and once wiped out stays at 0.
 */
export class RuleAccount {
  private long = false;
  private entry = Number.NaN;
  private value = 1;
  private last = Number.NaN;

  /** @param start the price at the first step */
  constructor(private readonly start: number) {}

  /** Advances one step, recording position and profit. */
  follow(columns: AccountColumns, t: number, price: number, clause: number): void {
    if (this.long) this.value = Math.max(0, this.value * (price / this.last));
    const action = clause < 0 ? null : clauseAction(clause);
    if (action === "Sell" || this.value === 0) this.leave();
    else if (action === "Buy" && !this.long && price > 0) this.enter(price);
    this.last = price;
    columns.position[t] = this.long ? 1 : 0;
    columns.entry[t] = this.entry;
    columns.profit[t] = 100 * (this.value - 1);
    columns.held[t] = this.start > 0 ? 100 * (price / this.start - 1) : Number.NaN;
  }

  private enter(price: number): void {
    this.long = true;
    this.entry = price;
  }

  private leave(): void {
    this.long = false;
    this.entry = Number.NaN;
  }
}
