import { fail } from "../../workers/contract";
import { messages } from "../../workers/lib/messages";

/* The endings a worker cannot report itself, because it is gone or was never asked. */
export const cancelled = () => fail("cancelled", messages.cancelled);
export const crashed = () => fail("crashed", messages.crashed);
export const notLoaded = () => fail("not-loaded", messages.notLoaded);
