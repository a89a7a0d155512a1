import { updates } from "../client/update";
import { sourceAtom } from "./source-atom";

/** Whether a new version is ready, and whether a running job delays it. */
export const updateAtom = sourceAtom(updates);

/** Lets the new version take over, on the user's request; resolves to false while a job is running in this or another tab. */
export const applyUpdate = (): Promise<boolean> => updates.apply();
