import type { Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { runCheck, type StressCheck, type StressFinding } from "../stress-checks";

/** One of the checks of a stress test (`stress-backtest.ts`). */
export const stressCheck = (check: StressCheck, context: JobContext): Promise<Outcome<StressFinding>> => runCheck(check, context);
