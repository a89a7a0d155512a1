import { addCrossProducts } from "../../lib/cross-products";

const WIDTH: i32 = 5;
const ROW = memory.data(5 * 8, 16);

/**
 * Cross products for the sign-bias regression of Engle and Ng (1993): z[t]^2 on 1, N, N e, (1 - N) e of the previous step, N = 1 where e <
 * 0.
 * @term Sign-bias test
 * @formula regression of z[t]^2 on 1, N, N e, (1 - N) e of the previous step; N = 1 where e < 0
 * @source Engle and Ng (1993)
 * @tolerance NumPy and SciPy on DM/GBP, 1e-7 relative
 * @param residuals z, standardized
 * @param volatility sigma; e = z sigma
 * @param from first t of this chunk; t = 0 is left out
 * @param matrix 5 x 5, upper triangle added to, zero before the first chunk; the regressand stands last
 */
export function signBiasMoments(residuals: usize, volatility: usize, from: i32, to: i32, matrix: usize): void {
  store<f64>(ROW, 1.0);
  for (let t = max(from, 1); t < to; t++) {
    const before = <usize>(t - 1) << 3;
    const z = load<f64>(residuals + (<usize>t << 3));
    const shock = load<f64>(residuals + before) * load<f64>(volatility + before);
    const negative = shock < 0.0;
    store<f64>(ROW, negative ? 1.0 : 0.0, 8);
    store<f64>(ROW, negative ? shock : 0.0, 16);
    store<f64>(ROW, negative ? 0.0 : shock, 24);
    store<f64>(ROW, z * z, 32);
    addCrossProducts(ROW, WIDTH, matrix);
  }
}
