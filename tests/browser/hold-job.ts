import { vi } from "vitest";
import { compute } from "../../src/client/compute";

const run = compute.run.bind(compute);

/**
 * Holds the next job of the product back until `release` is called; a cancel is seen meanwhile, as in a worker. The digests of a run that is
 * written down come when the page is quiet, so they may come now: they pass.
 */
export function holdJob(): { release: () => void } {
  let release = () => undefined as undefined;
  const released = new Promise<void>((resolve) => {
    release = () => void resolve();
  });
  let held = false;
  vi.spyOn(compute, "run").mockImplementation(async (name, input, options) => {
    if (!held && name !== "digest-value") {
      held = true;
      const aborted = new Promise<void>((resolve) => options?.signal?.addEventListener("abort", () => resolve()));
      await Promise.race([released, aborted]);
    }
    return run(name, input, options);
  });
  return { release };
}
