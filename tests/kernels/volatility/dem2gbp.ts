import type { Distribution, GarchFit } from "../../../workers/volatility/garch-model";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";

export const context = await testContext();
export const kernels = await context.load("volatility");
/** The benchmark's returns in percent. */
export const dem2gbp = (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!;

/** Each density with its shape. */
export const SHAPES: [Distribution, number[]][] = [
  ["normal", []],
  ["t", [6]],
  ["skewt", [7, -0.2]],
  ["ged", [1.4]],
];

/** ln f(z) of each density, from the kernels' distribution functions that tests of their own hold to references. */
export const logDensity =
  (distribution: Distribution, nu: number, lambda: number) =>
  (z: number): number => {
    if (distribution === "normal") return -0.5 * (z * z + Math.log(2 * Math.PI));
    if (distribution === "t") return context.kernels.unitStudentLogDensity(z, nu);
    return distribution === "skewt" ? context.kernels.skewedTLogDensity(z, nu, lambda) : context.kernels.gedLogDensity(z, nu);
  };

export const estimateOf = (fit: GarchFit, key: string) => fit.estimates.find((estimate) => estimate.key === key)!.value;
