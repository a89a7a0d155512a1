import type { ComponentType } from "react";
import { Store } from "../lib/store.ts";

/** A function, and the file it stands in. */
export interface CheckedMethod {
  name: string;
  file: string;
}

/**
 * How the kernels of a method do on this device, as a line of its explanation; null until there is somebody to run them. Apart, since
 * explanations know no workers.
 */
export const deviceCheck = new Store<ComponentType<CheckedMethod> | null>(null);
