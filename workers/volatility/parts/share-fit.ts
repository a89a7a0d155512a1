import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { driverOf } from "../segments/fit-long";
import { serve } from "../segments/member";
import type { Room } from "../segments/room";

/**
 * A worker's part of a long fit: the driver, in the worker that was asked for the fit; in every other, a member that computes some
 * segments.
 */
export function shareFit(room: Room, context: JobContext): Outcome<null> | Promise<never> {
  const drive = driverOf(room);
  if (!drive) {
    serve(room, context);
    return succeed(null);
  }
  drive();
  // The job ends with the fit and drops parts that have not started by then: nobody waits for a worker that is only starting.
  return new Promise<never>(() => undefined);
}
