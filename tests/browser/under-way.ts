import { vi } from "vitest";
import { compute } from "../../src/client/compute";

const run = compute.run.bind(compute);

/** Settles once the next job of this name reports to be so far: the moment for a cancel that leaves a part. */
export function underWay(job: string, fraction: number): Promise<void> {
  return new Promise((resolve) => {
    vi.spyOn(compute, "run").mockImplementation((name, input, options) => {
      if (name !== job) return run(name, input, options);
      return run(name, input, {
        ...options,
        onProgress: (progress) => {
          options?.onProgress?.(progress);
          if (progress.fraction >= fraction) resolve();
        },
      });
    });
  });
}
