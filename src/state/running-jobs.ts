import { compute } from "../client/compute";
import { sourceAtom } from "./source-atom";

/** Queued and running jobs with their progress, for the shell and the stat cards. */
export const runningJobsAtom = sourceAtom({ read: compute.jobs, subscribe: compute.subscribe });
