import { PermutedProductsBlock } from "../../build/layouts/factors";
import { rngNext } from "../../lib/rng";

/** A uniform draw from 0 … below - 1, from the high bits of a product. */
// @ts-ignore: decorator
@inline
function draw(stream: usize, below: i32): i32 {
  return <i32>(((rngNext(stream) >> 32) * <u64>below) >> 32);
}

/**
 * Sums of products of one column with another whose blocks are shuffled: their relation under chance, with each column's own
 * autocorrelation preserved. Block boundaries move with every shuffle.
 * @formula S = sum x[t] y[p(t)], p a random order of blocks of equal length after a random rotation of the column
 * @source permutation test with blocks; Politis, Romano and Wolf (1999), Subsampling
 * @tolerance p-values of independent noise: mean 0.5 within 4 standard errors; plain twin with the same draws, 1e-12
 * @param shuffling `PermutedProductsBlock`, declared in assembly/layouts/factors.mjs
 */
export function permutedProducts(shuffling: usize, rounds: i32): void {
  const given = changetype<PermutedProductsBlock>(shuffling);
  const x = given.x;
  const y = given.y;
  const n = given.n;
  const block = given.blockLength;
  const stream = given.stream;
  const order = given.order;
  const out = given.out;
  const blocks = (n + block - 1) / block;
  for (let round = 0; round < rounds; round++) {
    for (let b = 0; b < blocks; b++) store<i32>(order + (<usize>b << 2), b);
    for (let b = blocks - 1; b > 0; b--) {
      const other = draw(stream, b + 1);
      const kept = load<i32>(order + (<usize>b << 2));
      store<i32>(order + (<usize>b << 2), load<i32>(order + (<usize>other << 2)));
      store<i32>(order + (<usize>other << 2), kept);
    }
    const turn = draw(stream, n);
    let sum: f64 = 0.0;
    let t = 0;
    for (let b = 0; b < blocks; b++) {
      const start = load<i32>(order + (<usize>b << 2)) * block;
      const end = min(start + block, n);
      for (let s = start; s < end; s++) {
        let source = s + turn;
        if (source >= n) source -= n;
        sum += load<f64>(x + (<usize>t << 3)) * load<f64>(y + (<usize>source << 3));
        t++;
      }
    }
    store<f64>(out + (<usize>round << 3), sum);
  }
}
