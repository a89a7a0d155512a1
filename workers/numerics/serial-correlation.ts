import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import { laggedProducts } from "./lagged-products";
import { regress } from "./least-squares";

/** The regression sums (lags + 2)^2 / 2 products per value. */
const REGRESSION_CHUNK = 16_384;

/** Ljung-Box statistics Q(k) = n (n + 2) sum of rho[j]^2 / (n - j), j <= k, for every k up to `lags` (Q[0] is lag 1). */
export function ljungBox(context: JobContext, centeredValues: number, n: Count, lags: Count): number[] {
  const [variance, ...products] = laggedProducts(context, centeredValues, n, lags);
  let q = 0;
  return products.map((product, i) => {
    q += (product / variance) ** 2 / (n - i - 1);
    return n * (n + 2) * q;
  });
}

/** Engle's LM statistic (n - lags) R^2 of c[t] on its own lags. */
export function archLm(context: JobContext, centeredSquares: number, n: Count, lags: Count): number | null {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const width = lags + 2;
    const matrix = arena.put(new Float64Array(width * width));
    inChunks(context, n, REGRESSION_CHUNK, (from, to) => kernels.archMoments(centeredSquares, from, to, lags, matrix));
    const regression = regress(arena.view(matrix, width * width), width);
    return regression && regression.n * regression.rSquared;
  });
}
