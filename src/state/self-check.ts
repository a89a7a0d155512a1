import type { Failure } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import { compute } from "../client/compute";
import type { JobValue } from "../client/pool";
import { Store } from "../lib/store";
import { whenIdle } from "../lib/when-idle";
import { sourceAtom } from "./source-atom";

export type KernelTest = JobValue<Jobs, "test-kernels">;

export interface SelfCheck {
  /** Null until the kernels have been tested on this visit. */
  test: KernelTest | null;
  failure: Failure | null;
}

const view = new Store<SelfCheck>({ test: null, failure: null });
let started = false;

async function check(): Promise<void> {
  const outcome = await compute.run("test-kernels", null, { priority: "batch" });
  // Leaving the page in the middle is no verdict: whoever asks next starts it again.
  started = outcome.ok;
  view.set(outcome.ok ? { test: outcome.value, failure: null } : { test: null, failure: outcome.failure });
}

/** Every kernel against its known answers, on this device: once a visit, when somebody looks and the page has nothing else to do. */
export const selfCheckAtom = sourceAtom<SelfCheck>({
  read: view.read,
  subscribe: (listener) => {
    if (!started) {
      started = true;
      whenIdle(() => void check());
    }
    return view.subscribe(listener);
  },
});
