import { type ReactNode, useSyncExternalStore } from "react";
import { ActionMark } from "../../../analysis/decision/action-mark.tsx";
import { Stat, StatStrip } from "../../../ui/stat.tsx";
import type { Player } from "./player.ts";
import type { ReplayRun } from "./replay-run.ts";
import { type StateAtBar, stateAtBar } from "./state-at-bar.ts";

const LONG_ONLY =
  "After Buy the account is fully invested, after Sell in cash, on Hold unchanged. A decision takes effect from its own price onward.";
const ACCOUNT = { formula: LONG_ONLY, source: "Prospect's decision engine; runs on this device", differs: "Before costs and slippage." };

/** Figures of a replay: each is a column's value at the current bar, and nothing else is rendered as it moves. */
export function StateAtBarPanel({ run, player }: { run: ReplayRun; player: Player }) {
  const live = (of: (known: StateAtBar) => ReactNode) => <Live run={run} player={player} of={of} />;
  return (
    <StatStrip label="As known at this bar">
      <Stat label="Bar" value={live(({ price }) => price)} note={live(({ time }) => time || "price")} />
      <Stat label="Decision" word value={live(({ action }) => <ActionMark action={action} />)} note={live(({ clause }) => clause)} />
      <Stat label="Regime" word value={live(({ regime }) => regime)} note="previous 20 bars" />
      <Stat label="Volatility" value={live(({ volatility }) => volatility)} note="per year, previous 20 bars" />
      <Stat label="RSI" value={live(({ rsi }) => rsi)} note={`Wilder, ${run.settings.rsiPeriod}`} />
      <Stat
        label="Position"
        word
        value={live(({ position }) => position)}
        note={live(({ entry }) => entry)}
        info={{ title: "Position of the rules", ...ACCOUNT }}
      />
      <Stat label="Open P&L" value={live(({ open }) => open)} note="of the position" />
      <Stat
        label="P&L of the rules"
        value={live(({ profit }) => profit)}
        note={live(({ held }) => `always in ${held}`)}
        info={{
          title: "P&L of the rules",
          ...ACCOUNT,
          formula: `${LONG_ONLY} P&L = value of the account / value at the first decision − 1, compounded.`,
        }}
      />
    </StatStrip>
  );
}

interface LiveProps {
  run: ReplayRun;
  player: Player;
  of: (known: StateAtBar) => ReactNode;
}

function Live({ run, player, of }: LiveProps) {
  const row = useSyncExternalStore(player.subscribe, () => player.read().row);
  return of(stateAtBar(run, row));
}
