import { fail } from "../../workers/contract";
import { messages } from "../../workers/messages";

/* The endings a worker cannot report itself, because it is gone or was never asked. */
export const canceled = () => fail("canceled", messages.canceled);
export const crashed = () => fail("crashed", messages.crashed);
export const notLoaded = () => fail("not-loaded", messages.notLoaded);
