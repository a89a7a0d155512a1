import { Canceled } from "../runtime/job";
import { OutOfMemory } from "../runtime/wasm/arena";

/** A part of the engine that failed and was replaced by a fallback. */
export interface Fallback {
  part: "market data" | "news" | "curiosity" | "volatility" | "decision";
  reason: string;
}

/** Runs one part of the engine. A failure is logged to the console, added to `fallbacks`, and replaced by `fallback`. */
export function guarded<T>(part: Fallback["part"], fallbacks: Fallback[], fallback: T, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    // Cancellation and lack of memory are not failures of the engine.
    if (error instanceof Canceled || error instanceof OutOfMemory) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`Decision engine, ${part}: ${reason}`);
    fallbacks.push({ part, reason });
    return fallback;
  }
}

/** The number itself; throws if it is not finite. */
export function finite(value: number, reason: string): number {
  if (!Number.isFinite(value)) throw new Error(reason);
  return value;
}
