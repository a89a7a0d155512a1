import { OutOfMemory } from "./arena";
import { ModuleNotLoaded } from "./module-not-loaded";

/** Whether a thread lacks memory or kernels: no fault of what it reads. */
export const isShortage = (error: unknown): boolean => error instanceof OutOfMemory || error instanceof ModuleNotLoaded;
