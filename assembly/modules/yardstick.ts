// Lower bounds of this machine's time for three kinds of work; only the benchmarks load this module.

/** A chain of dependent multiply-adds, x ← a·x + b: the latency per step of any recursion. */
export function chain(steps: u32, x: f64, a: f64, b: f64): f64 {
  for (let step: u32 = 0; step < steps; step++) x = a * x + b;
  return x;
}

/** Divides a column by another, two values at a time. Columns are 16-byte aligned, `n` is even. */
export function divide(numerators: usize, denominators: usize, quotients: usize, n: u32): void {
  for (let offset: usize = 0, end: usize = (<usize>n) << 3; offset < end; offset += 16) {
    v128.store(quotients + offset, f64x2.div(v128.load(numerators + offset), v128.load(denominators + offset)));
  }
}

/** Copies bytes within the memory. */
export function copy(source: usize, target: usize, bytes: usize): void {
  memory.copy(target, source, bytes);
}
