import type { Count, Fraction } from "../contract";
import { wilsonInterval } from "../numerics/wilson";

/** How often something fired in the past and what the price did in the steps after it. */
export interface TrackRecord {
  count: Count;
  /** Times whose following steps are all in the series; the figures below are over these. */
  scored: Count;
  /** Mean simple return over the following steps; null without any. */
  meanReturn: Fraction | null;
  /** Share of returns of the expected sign; null for Hold, which expects none. */
  hitRate: Fraction | null;
  /** 95% Wilson interval of the hit rate, from the times whose following steps do not overlap. */
  interval: [Fraction, Fraction] | null;
}

/** Adds up one record. */
export class Tally {
  private count = 0;
  private scored = 0;
  private sum = 0;
  private hits = 0;
  private separate = 0;
  private next = 0;

  /**
   * @param expected 1 when rising prices are expected, -1 falling, 0 neither
   * @param horizon steps the return is over
   */
  constructor(
    private readonly expected: -1 | 0 | 1,
    private readonly horizon: number,
  ) {}

  /** Takes in the firing at step `t`; the forward return is NaN where it is unknown yet. */
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
