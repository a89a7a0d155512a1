import { type Series, succeed } from "../../../workers/contract";
import { useAnalysis } from "../../analysis/use-analysis";
import { useStable } from "../../ui/use-latest.ts";
import { contextFrom } from "./context-from.ts";
import type { Change } from "./trader-inputs.ts";

const SETTINGS = { rsiPeriod: 14, annualization: 252 };

/** Fills in the market context from the linked prices; undefined without any. */
export function useContextFill(series: Series | null, change: Change): (() => void) | undefined {
  const { run } = useAnalysis<string, [Series]>({
    work: async (turn, { name, columns, primary }) => {
      const input = { columns: [{ name, values: columns[primary].values }], news: "", settings: SETTINGS };
      const decided = await turn.ask("decide-columns", input);
      if (!decided.ok) return decided;
      const [{ result }] = decided.value;
      return succeed(result ? contextFrom(result, name) : "");
    },
    onDone: (context) => {
      if (context !== "") change({ context });
    },
  });
  const fill = useStable(() => {
    if (series) void run(series);
  });
  return series ? fill : undefined;
}
