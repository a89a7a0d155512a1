import { vi } from "vitest";
import { compute } from "../../src/client/compute";
import { type Outcome, succeed } from "../../workers/contract";

const run = compute.run.bind(compute);

/**
 * Holds the next job of this name until it is canceled, and then answers like a worker that got this far: with the answer to a smaller
 * question, labeled as partial. How a job ends early is tested with the job, and its way through the pool in `client.test.ts`.
 */
export function partAtCancel(job: string, smaller: (input: object) => object, label: object): void {
  let held = false;
  vi.spyOn(compute, "run").mockImplementation(async (name, input, options) => {
    const enough = options?.enough;
    if (held || name !== job || !enough) return run(name, input, options);
    held = true;
    options.onProgress?.({ fraction: 0.4, label: "Resampling" });
    await new Promise<void>((resolve) => enough.addEventListener("abort", () => resolve()));
    const outcome: Outcome<unknown> = await run(name, smaller(input as object) as typeof input);
    // Typed for the requested job, as the mock replaces all of them.
    return (outcome.ok ? succeed({ ...(outcome.value as object), ...label }) : outcome) as Awaited<ReturnType<typeof run<typeof name>>>;
  });
}
