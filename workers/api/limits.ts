import { percent, plain } from "../format";
import * as messages from "./messages";
import type { Limits } from "./vault";

type Name = keyof Limits;
/** An account that is fully invested is no more than that, whatever the last bit of its sum. */
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

/** What is held against a limit: the field or figure it is called by. */
export type Measured = { [Limit in Name]?: { figure: string; value: number } };

/** The limits that are exceeded, each with the value and the limit. What was not measured raises none. */
export const limitWarnings = (limits: Limits, measured: Measured): string[] =>
  (Object.keys(WRITTEN) as Name[]).flatMap((name) => {
    const [limit, found, write] = [limits[name], measured[name], WRITTEN[name]];
    if (limit === null || found === undefined || found.value <= limit * (1 + ROUNDING)) return [];
    return [messages.aboveLimit({ figure: found.figure, value: write(found.value), limit: write(limit) })];
  });

/** The stop of a strategy against the level losses are to be cut at: none at all exceeds every level. */
export const stopWarnings = (limits: Limits, stopLoss: number): string[] => {
  const level = limits.stop_loss_level;
  return level !== null && stopLoss === 0
    ? [messages.noStop({ limit: share(level) })]
    : limitWarnings(limits, { stop_loss_level: { figure: "stop_loss", value: stopLoss } });
};
