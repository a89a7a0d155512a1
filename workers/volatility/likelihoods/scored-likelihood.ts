import type { Count } from "../../contract";
import { informationOf } from "../score-sums";
import { freePoint, type NaturalPoint } from "../units";
import type { VolatilitySeries } from "../volatility-series";

export interface ScoreProducts {
  scores: Float64Array;
  nextLogSlopes: Float64Array;
}

/** What likelihoods have alike whose parameters are those the model is written in, and whose information are the products of scores. */
export abstract class ScoredLikelihood {
  abstract readonly keys: string[];
  abstract readonly series: VolatilitySeries;

  /** Sums of the products of the scores of the first rows, and the gradient of ln h[n] after all of them. */
  protected abstract products(rows: Count, running?: number): ScoreProducts;

  get n(): Count {
    return this.series.n;
  }

  get naturalKeys(): string[] {
    return this.keys;
  }

  information = (): Float64Array => informationOf(this.series.n, (rows) => this.products(rows).scores);

  naturalAt = (theta: Float64Array): NaturalPoint => freePoint(this.keys, theta);

  finalScores = (): ScoreProducts => this.products(this.series.n);
}
