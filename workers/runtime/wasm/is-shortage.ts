import { OutOfMemory } from "./arena";
import { ModuleNotLoaded } from "./module-not-loaded";

/** Whether a thread lacks memory or kernels, which is not the input's fault. */
export const isShortage = (error: unknown): boolean => error instanceof OutOfMemory || error instanceof ModuleNotLoaded;
