import type { Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { fitKind } from "../fit";
import type { GarchFit, GarchModel } from "../garch-model";
import { models } from "../models";
import type { VolatilityModel } from "../models/volatility-model";
import type { FitOptions } from "../search";
import { closeRoom, MAX_MEMBERS, openRoom, type Room, segmentsOf } from "./room";
import { SegmentedLikelihood } from "./segmented-likelihood";
import { TeamBroken } from "./team";

/** Fits driven by this worker, by their flags. */
const drivers = new WeakMap<Int32Array, () => void>();

/** Starts the fit of a room in the worker that was asked for it; undefined in every other. */
export const driverOf = ({ flags }: Room): (() => void) | undefined => drivers.get(flags);

/**
 * Fits a GARCH(1,1) with a constant mean to a long series, by segments: here and, if returns and result can be in shared memory, on every
 * idle worker. The bits do not depend on the number of workers. As for every fit requested by a page, the residuals are omitted.
 */
export async function fitLong(
  context: JobContext,
  returns: Float64Array,
  model: GarchModel,
  options: FitOptions,
): Promise<Outcome<GarchFit>> {
  const volatility = context.column(returns.length);
  const fitIn = (room: Room): Outcome<GarchFit> => {
    const kind: VolatilityModel = {
      ...models.garch,
      likelihood: (inside, _, asked, series) => new SegmentedLikelihood(inside, asked, series, room),
    };
    try {
      return fitKind(context, { kind, kernels: null, volatility }, returns, model, options, true);
    } finally {
      closeRoom(room);
    }
  };
  const alone = () => fitIn(openRoom(returns, volatility, false));
  const isShared = [returns, volatility].every(
    ({ buffer }) => typeof SharedArrayBuffer === "function" && buffer instanceof SharedArrayBuffer,
  );
  if (!isShared) return alone();
  const room = openRoom(returns, volatility, true);
  return new Promise((resolve, reject) => {
    drivers.set(room.flags, () => {
      try {
        resolve(fitIn(room));
      } catch (error) {
        if (!(error instanceof TeamBroken)) throw error;
        resolve(alone());
      }
    });
    const members = Math.min(MAX_MEMBERS, segmentsOf(returns.length));
    context.parallel("share-fit", new Array(members).fill(room), `Fitting ${models.garch.label(model)}`, [0, 0]).catch(reject);
  });
}
