import type { Count } from "../../workers/contract";

/** One core stays with the page; more than eight workers take memory and do not make the machine faster. */
export const MAX_THREADS: Count = 8;
