import { deferred } from "../../ui/deferred.ts";
import { OnDemandPanel } from "../manual.tsx";
import type { WealthByProgramProps } from "./wealth-by-program.tsx";

const WealthByProgram = deferred(async () => (await import("./wealth-by-program.tsx")).WealthByProgram);

/** Opens the figures of other programs, which are computed on demand. */
export function OpenByProgram(props: WealthByProgramProps) {
  return (
    <OnDemandPanel
      title="As other programs report it"
      note="QuantStats, pyfolio, PerformanceAnalytics, TradingView, Excel"
      button="Show their figures"
    >
      <WealthByProgram {...props} />
    </OnDemandPanel>
  );
}
