import type { Kernels } from "../../workers/runtime/wasm/kernels";
import type { ColumnKernel } from "./columns";

/** The kernels of one column and a period, as `runColumn` calls them. */
export const columnKernels = (kernels: Kernels) => {
  type Of = (n: number) => ColumnKernel;
  const sma: Of = (n) => (at, from, to) => kernels.sma(at.values, from, to, n, at.out);
  const ema: Of = (n) => (at, from, to) => kernels.ema(at.values, from, to, n, at.out);
  const rsi: Of = (n) => (at, from, to) => kernels.rsi(at.values, from, to, n, at.out, at.state);
  const momentum: Of = (n) => (at, from, to) => kernels.momentum(at.values, from, to, n, at.out);
  const volatility: Of = (n) => (at, from, to) => kernels.rollingVolatility(at.values, from, to, n, Math.sqrt(252), at.out);
  return { sma, ema, rsi, momentum, volatility };
};
