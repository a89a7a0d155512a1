import { type Millis, type Outcome, succeed } from "../../contract";
import { Canceled, type JobContext } from "../../runtime/job";
import type { SelfCheck } from "../../runtime/self-check";
import { families } from "../families";

/** What one kernel did on this device. */
export interface KernelCheck {
  family: string;
  kernel: string;
  source: string;
  tolerance: number;
  /** Maximum error found; null where the kernel did not run to its end. */
  error: number | null;
  passed: boolean;
}

export interface KernelTest {
  checks: KernelCheck[];
  passed: number;
  failed: number;
  millis: Millis;
}

async function run(family: string, check: SelfCheck, context: JobContext): Promise<KernelCheck> {
  const { kernel, source, tolerance } = check;
  let error: number | null;
  try {
    error = await check.errorOf(context);
  } catch (reason) {
    if (reason instanceof Canceled) throw reason;
    // A broken kernel is the very thing this job is there to report.
    console.error(kernel, reason);
    error = null;
  }
  return { family, kernel, source, tolerance, error, passed: error !== null && error <= tolerance };
}

/** Runs a short reference vector through every kernel family, on the user's own device, and gives the largest error of each. */
export async function testKernels(_input: null, context: JobContext): Promise<Outcome<KernelTest>> {
  const checks: KernelCheck[] = [];
  const entries = Object.entries(families);
  for (const [done, [family, load]] of entries.entries()) {
    context.progress(done / entries.length, `Testing ${family}`);
    for (const check of (await load()).checks) {
      context.checkpoint();
      checks.push(await run(family, check, context));
    }
  }
  const passed = checks.filter((check) => check.passed).length;
  return succeed({ checks, passed, failed: checks.length - passed, millis: context.elapsed() });
}
