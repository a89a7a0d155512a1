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
  /** Whether the kernels are being tested, or wait for the page to have time. */
  running: boolean;
}

const view = new Store<SelfCheck>({ test: null, failure: null, running: false });
let started = false;

async function check(): Promise<void> {
  const outcome = await compute.run("test-kernels", null, { priority: "batch" });
  // Leaving the page in the middle is no verdict: whoever asks next starts it again.
  started = outcome.ok;
  view.set({ test: outcome.ok ? outcome.value : null, failure: outcome.ok ? null : outcome.failure, running: false });
}

/** Tests every kernel against its known answers, on this device; once a visit. */
export function startSelfCheck(): void {
  if (started) return;
  started = true;
  view.set({ ...view.read(), failure: null, running: true });
  whenIdle(() => void check());
}

/** How every kernel does on this device: tested once somebody looks and the page has nothing else to do. */
export const selfCheckAtom = sourceAtom<SelfCheck>({
  read: view.read,
  subscribe: (listener) => {
    startSelfCheck();
    return view.subscribe(listener);
  },
});
/** The same without a start: what was found for somebody else who looked. */
export const doneSelfCheckAtom = sourceAtom<SelfCheck>(view);

/** The check that runs a function itself; null where it is checked as a part of more. */
export const checkOf = ({ checks }: KernelTest, name: string): KernelTest["checks"][number] | null =>
  checks.find(({ kernel }) => kernel.split(/\W+/).includes(name)) ?? null;
