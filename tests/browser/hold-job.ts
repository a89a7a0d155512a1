import { vi } from "vitest";
import { compute } from "../../src/client/compute";

const run = compute.run.bind(compute);

/**
 * Holds the product's next job until `release` is called; it can be canceled in the meantime, as in a worker. Digests of recorded runs are
 * computed when the page is idle, possibly now, so they pass.
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
