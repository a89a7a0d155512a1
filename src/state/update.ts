import { updates } from "../client/update";
import { sourceAtom } from "./source-atom";

/** Whether a new version is ready, and whether a running job holds it up. */
export const updateAtom = sourceAtom(updates);

/** Lets the new version take over, on the user's word; answers false while a job runs here or in another tab. */
export const applyUpdate = (): Promise<boolean> => updates.apply();
