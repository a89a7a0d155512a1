import { afterAll, it } from "vitest";
import type { Distribution } from "../../workers/volatility/garch-model";
import { fastestOf, startArch } from "./arch";
import { benchContext } from "./context";
import { fitOf } from "./fit-of";
import { faster, measure, report } from "./measure";
import { garchReturns } from "./paths";

const GOAL = 60;
const DENSITIES: Distribution[] = ["normal", "t", "skewt"];
const context = await benchContext();
const arch = startArch();
afterAll(() => arch?.end());

for (const [length, rounds] of [
  [2000, 7],
  [20_000, 7],
  [1_000_000, 3],
]) {
  it.skipIf(!arch)(`GARCH(1,1) of ${length} returns beside Python's arch`, async ({ task }) => {
    if (!arch) return;
    for (const distribution of DENSITIES) {
      const returns = garchReturns(context, length, distribution);
      // arch's own pre-sample rule, so that both maximize the same likelihood.
      const model = { p: 1, q: 1, distribution, preSample: "ewma75" } as const;
      const run = () => fitOf(context, returns, model);
      const { logLikelihood } = run();
      const [ours, theirs] = await measure(
        [fastestOf(`ours, ${distribution}`, run), arch.fit(returns, distribution, logLikelihood)] as const,
        rounds,
      );
      report(task.meta, `GARCH(1,1), ${length} returns, the fastest fit of each round`, [ours, theirs], { count: length, unit: "value" }, [
        faster(`GARCH(1,1) fit, ${distribution}, ${length} returns, against Python's arch`, theirs, ours, GOAL),
      ]);
    }
  });
}
