import { clauseAction } from "./rules";

/** What the account holds and has earned at every step. */
export interface AccountColumns {
  /** After the decision: 1 long, 0 out. */
  position: Float64Array;
  /** The price the position was bought at; NaN while out. */
  entry: Float64Array;
  /** In percent since the first step. */
  profit: Float64Array;
  /** The same of holding the asset all the time; NaN where that began at a price not above 0. */
  held: Float64Array;
}

/**
 * An account that follows the rules from step to step: all in after Buy, out after Sell, as it was on Hold. A decision at a price earns the
 * returns after it; without costs. Prices at or below 0 are not bought, and an account that has lost everything stays at 0.
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
