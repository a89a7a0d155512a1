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
  /** Whether the kernels are being tested, or the test waits for the page to be idle. */
  running: boolean;
}

const view = new Store<SelfCheck>({ test: null, failure: null, running: false });
let started = false;

async function check(): Promise<void> {
  const outcome = await compute.run("test-kernels", null, { priority: "batch" });
  // If the page is left during the test, the next request restarts it.
  started = outcome.ok;
  view.set({ test: outcome.ok ? outcome.value : null, failure: outcome.ok ? null : outcome.failure, running: false });
}

/** Tests every kernel against its known answers on this device, once per visit. */
export function startSelfCheck(): void {
  if (started) return;
  started = true;
  view.set({ ...view.read(), failure: null, running: true });
  whenIdle(() => void check());
}

/** Result of testing every kernel on this device; starts the test when first subscribed and the page is idle. */
export const selfCheckAtom = sourceAtom<SelfCheck>({
  read: view.read,
  subscribe: (listener) => {
    startSelfCheck();
    return view.subscribe(listener);
  },
});
/** The same without starting it: the result, if there is one. */
export const doneSelfCheckAtom = sourceAtom<SelfCheck>(view);

/** The check that calls a function directly; null if it is only tested as part of others. */
export const checkOf = ({ checks }: KernelTest, name: string): KernelTest["checks"][number] | null =>
  checks.find(({ kernel }) => kernel.split(/\W+/).includes(name)) ?? null;
