import { vi } from "vitest";
import { compute } from "../../src/client/compute";

/** Holds the next job of the product back until `release` is called; a cancel is seen meanwhile, as in a worker. */
export function holdJob(): { release: () => void } {
  const run = compute.run.bind(compute);
  let release = () => undefined as undefined;
  const released = new Promise<void>((resolve) => {
    release = () => void resolve();
  });
  vi.spyOn(compute, "run").mockImplementationOnce(async (name, input, options) => {
    const aborted = new Promise<void>((resolve) => options?.signal?.addEventListener("abort", () => resolve()));
    await Promise.race([released, aborted]);
    return run(name, input, options);
  });
  return { release };
}
