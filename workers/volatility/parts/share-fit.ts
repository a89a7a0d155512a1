import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { driverOf } from "../segments/fit-long";
import { serve } from "../segments/member";
import type { Room } from "../segments/room";

/** A worker's part of a long fit: the fit itself in the worker that was asked for it, skips some segments in every other. */
export function shareFit(room: Room, context: JobContext): Outcome<null> | Promise<never> {
  const drive = driverOf(room);
  if (!drive) {
    serve(room, context);
    return succeed(null);
  }
  drive();
  // The job ends with the fit, and what has not started by then is dropped with it: nobody waits for a worker that only starts.
  return new Promise<never>(() => undefined);
}
