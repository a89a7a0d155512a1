import type { ComponentType } from "react";
import { Store } from "../lib/store.ts";

/** A function and its source file. */
export interface CheckedMethod {
  name: string;
  file: string;
}

/**
 * Renders how the kernels of a method perform on this device, as a line of its explanation; null until set by the shell, since explanations
 * know no workers.
 */
export const deviceCheck = new Store<ComponentType<CheckedMethod> | null>(null);
