import { ColumnTableBlock } from "../../build/layouts/portfolio";

/**
 * Sums over the rows [from, to) behind Ledoit and Wolf's shrinkage intensities. Written elementwise they are sums over all pairs of assets;
 * here each is a product of sums over the assets of one day, so a day costs n instead of n^2.
 *
 * With centered returns x_i of a day, q = sum x_i^2, m = mean of x_i, f = sum r_i x_i, added to sums[0..7):
 * q^2; sum x_i^4; (sum p_i x_i^3) f; q f m; f^2 m^2; m sum r_i x_i^3; m^2 sum r_i^2 x_i^2.
 * @source Ledoit and Wolf 2003 (single factor), 2004 (constant correlation; constant variance)
 * @tolerance the sums over pairs (plain twin) within 1e-12, relative
 * @of ledoitWolf
 * @param table `ColumnTableBlock`, declared in assembly/layouts/portfolio.mjs
 * @param p, r weights of the assets, `count` values each
 */
export function shrinkageSums(table: usize, from: i32, to: i32, p: usize, r: usize, sums: usize): void {
  const given = changetype<ColumnTableBlock>(table);
  const columns = given.columns;
  const stride = given.stride;
  const count = given.count;
  const step = <usize>stride << 3;
  const end = <usize>count << 3;
  let s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0, s4 = 0.0, s5 = 0.0, s6 = 0.0;
  for (let t = from; t < to; t++) {
    let x0 = columns + (<usize>t << 3);
    let sum = 0.0, squares = 0.0, fourth = 0.0, cubesP = 0.0, cubesR = 0.0, f = 0.0, squaresR = 0.0;
    for (let at: usize = 0; at < end; at += 8) {
      const x = load<f64>(x0);
      const weight = load<f64>(r + at);
      const square = x * x;
      const cube = square * x;
      const scaled = weight * x;
      sum += x;
      squares += square;
      fourth += square * square;
      cubesP += load<f64>(p + at) * cube;
      cubesR += weight * cube;
      f += scaled;
      squaresR += scaled * scaled;
      x0 += step;
    }
    const m = sum / <f64>count;
    s0 += squares * squares;
    s1 += fourth;
    s2 += cubesP * f;
    s3 += squares * f * m;
    s4 += f * f * m * m;
    s5 += m * cubesR;
    s6 += m * m * squaresR;
  }
  add(sums, 0, s0);
  add(sums, 8, s1);
  add(sums, 16, s2);
  add(sums, 24, s3);
  add(sums, 32, s4);
  add(sums, 40, s5);
  add(sums, 48, s6);
}

@inline
function add(sums: usize, offset: usize, value: f64): void {
  store<f64>(sums + offset, load<f64>(sums + offset) + value);
}
