import type { Count, Fraction } from "../contract";
import { wilsonInterval } from "../numerics/wilson";

/** How often an action or clause occurred in the past, and the forward returns after it. */
export interface TrackRecord {
  count: Count;
  /** Occurrences with a known forward return; the figures below are over these. */
  scored: Count;
  /** Mean simple forward return; null without any. */
  meanReturn: Fraction | null;
  /** Share of forward returns with the expected sign; null for Hold, which expects none. */
  hitRate: Fraction | null;
  /** 95% Wilson interval of the hit rate, whose sample size is the number of occurrences with non-overlapping forward returns. */
  interval: [Fraction, Fraction] | null;
}

/** Accumulates one track record. */
export class Tally {
  private count = 0;
  private scored = 0;
  private sum = 0;
  private hits = 0;
  private separate = 0;
  private next = 0;

  /**
   * @param expected 1 if rising prices are expected, -1 if falling, 0 for neither
   * @param horizon steps of the forward return
   */
  constructor(
    private readonly expected: -1 | 0 | 1,
    private readonly horizon: number,
  ) {}

  /** Adds the occurrence at step `t`; the forward return is NaN if unknown. */
  add(t: number, following: number): void {
    this.count++;
    if (Number.isNaN(following)) return;
    this.scored++;
    this.sum += following;
    if (following * this.expected > 0) this.hits++;
    if (t >= this.next) {
      this.separate++;
      this.next = t + this.horizon;
    }
  }

  record(): TrackRecord {
    const { count, scored } = this;
    if (scored === 0) return { count, scored, meanReturn: null, hitRate: null, interval: null };
    const meanReturn = this.sum / scored;
    if (this.expected === 0) return { count, scored, meanReturn, hitRate: null, interval: null };
    const hitRate = this.hits / scored;
    return { count, scored, meanReturn, hitRate, interval: wilsonInterval(hitRate, this.separate) };
  }
}
