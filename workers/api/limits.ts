import { percent, plain } from "../format";
import * as messages from "./messages";
import type { Limits } from "./vault";

type Name = keyof Limits;
/** Tolerates rounding: a fully invested account must not exceed a limit of 1 by its last bit. */
const ROUNDING = 1e-9;
const share = (value: number) => percent(value, 4, 0);
const amount = (value: number) => plain(value, 4);
const WRITTEN: Record<Name, (value: number) => string> = {
  max_position_size: amount,
  max_concentration: share,
  stop_loss_level: share,
  var_limit: share,
  max_leverage: amount,
};

/** The values to compare with limits, and the names of their fields or figures. */
export type Measured = { [Limit in Name]?: { figure: string; value: number } };

/** The exceeded limits, each with value and limit. A limit without a measured value gives no warning. */
export const limitWarnings = (limits: Limits, measured: Measured): string[] =>
  (Object.keys(WRITTEN) as Name[]).flatMap((name) => {
    const [limit, found, write] = [limits[name], measured[name], WRITTEN[name]];
    if (limit === null || found === undefined || found.value <= limit * (1 + ROUNDING)) return [];
    return [messages.aboveLimit({ figure: found.figure, value: write(found.value), limit: write(limit) })];
  });

/** Checks a strategy's stop loss against the stop-loss limit: no stop at all exceeds any limit. */
export const stopWarnings = (limits: Limits, stopLoss: number): string[] => {
  const level = limits.stop_loss_level;
  return level !== null && stopLoss === 0
    ? [messages.noStop({ limit: share(level) })]
    : limitWarnings(limits, { stop_loss_level: { figure: "stop_loss", value: stopLoss } });
};
