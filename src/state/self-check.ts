import type { Failure } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import { compute } from "../client/compute";
import type { JobValue } from "../client/pool";
import { whenIdle } from "../lib/when-idle";
import { sourceAtom } from "./source-atom";

export type KernelTest = JobValue<Jobs, "test-kernels">;

export interface SelfCheck {
  /** Null until the kernels have been tested on this visit. */
  test: KernelTest | null;
  failure: Failure | null;
}

let view: SelfCheck = { test: null, failure: null };
let started = false;
const listeners = new Set<() => void>();

async function check(): Promise<void> {
  const outcome = await compute.run("test-kernels", null, { priority: "batch" });
  view = outcome.ok ? { test: outcome.value, failure: null } : { test: null, failure: outcome.failure };
  // Leaving the page in the middle is no verdict: whoever asks next starts it anew.
  started = outcome.ok;
  for (const listener of listeners) listener();
}

/** Every kernel against its known answers, on this device: once a visit, when somebody looks and the page has nothing else to do. */
export const selfCheckAtom = sourceAtom<SelfCheck>({
  read: () => view,
  subscribe: (listener) => {
    listeners.add(listener);
    if (!started) {
      started = true;
      whenIdle(() => void check());
    }
    return () => listeners.delete(listener);
  },
});
