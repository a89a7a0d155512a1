import { fail } from "../../workers/contract";
import { messages } from "../../workers/messages";
import { hasSimd } from "./simd";

/* The endings a worker cannot report itself, because it is gone or was never asked. */
export const canceled = () => fail("canceled", messages.canceled);
export const crashed = () => fail("crashed", messages.crashed);
/** A worker that could not start: its files cannot be had, or this browser cannot run them. */
export const notLoaded = () => fail("not-loaded", hasSimd() ? messages.notLoaded : messages.browserTooOld);
