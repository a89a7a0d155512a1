import { compute } from "../client/compute";
import { sourceAtom } from "./source-atom";

/** The computations that wait or run, with their progress; for the shell and the stat cards. */
export const runningJobsAtom = sourceAtom({ read: compute.jobs, subscribe: compute.subscribe });
