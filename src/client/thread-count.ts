import type { Count } from "../../workers/contract";

/** One core is left to the page; more than eight workers use memory without being faster. */
export const MAX_THREADS: Count = 8;
