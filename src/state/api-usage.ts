import { atom } from "jotai";
import type { Count } from "../../workers/contract";

/** Calls the local API has answered this month, on this device. There is no local API yet, so there are none; it will count them here. */
export const apiCallsAtom = atom<Count>(0);
