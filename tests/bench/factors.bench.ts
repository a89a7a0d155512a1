import { it } from "vitest";
import { mineFactors } from "../../workers/jobs/mine-factors";
import { plainRanks } from "../kernels/reference/factors";
import { benchContext } from "./context";
import { measure, report, tabulate } from "./measure";
import { pricePath } from "./paths";

const context = await benchContext();
const kernels = await context.load("factors");

it("rolling scores and rank correlations", async ({ task }) => {
  const n = 20_000;
  const { arena } = context;
  const [x, y] = [pricePath(n, 1), pricePath(n, 2)];
  const [a, b, out, state] = [arena.put(x), arena.put(y), arena.take(n), arena.take(4 * 63)];
  const windowed = () => {
    for (let t = 62; t < 2000; t++) plainRanks(x.subarray(t - 62, t + 1));
  };
  const timings = await measure([
    { name: "z-scores over 252 values", run: () => kernels.rollingScore(a, 0, n, 252, 20, 1, out) },
    { name: "rolling Spearman of 63 pairs", run: () => kernels.rollingSpearman(a, b, 0, n, 63, out, state) },
  ]);
  tabulate(task.meta, "rollingScore, 252 values", n, timings[0]);
  tabulate(task.meta, "rollingSpearman, 63 pairs", n, timings[1]);
  report(task.meta, `Factors, ${n} values`, timings, { count: n, unit: "value" });
  const plain = await measure([{ name: "ranks of 63 values test twin, one side only", run: windowed }]);
  report(task.meta, "Factors, 2,000 values", plain, { count: 1938, unit: "value" });
});

it("mine-factors job on one series", async ({ task }) => {
  const assets = [{ name: "path", values: pricePath(5000), volume: null }];
  const run = () => mineFactors({ assets, times: null, news: null }, context);
  const timings = await measure([{ name: "two factors, four horizons, 999 permutations", run }], 7);
  report(task.meta, "mine-factors, 5,000 prices", timings, { count: 5000, unit: "value" });
});
