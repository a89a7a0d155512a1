import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Pause, Play } from "lucide-react";
import { useSyncExternalStore } from "react";
import { count } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { Slider } from "../../../ui/slider.tsx";
import { type Player, type PlayState, SPEEDS } from "./player.ts";

const OPTIONS = SPEEDS.map((speed) => ({ value: `${speed}`, label: `${count(speed)} ${speed === 1 ? "bar" : "bars"}/s` }));

/** Selects part of the player's state, so that a step re-renders only the slider. */
const usePart = <T,>(player: Player, of: (state: PlayState) => T): T => useSyncExternalStore(player.subscribe, () => of(player.read()));

/** Navigates history: by slider, number, single steps, or playing. */
export function Scrubber({ player }: { player: Player }) {
  const { first, last } = player;
  const playing = usePart(player, (state) => state.playing);
  const speed = usePart(player, (state) => state.speed);
  const atFirst = usePart(player, ({ row }) => row <= first);
  const atLast = usePart(player, ({ row }) => row >= last);
  return (
    <fieldset className="m-0 min-w-0 rounded-[8px] border border-line bg-surface px-3.5 py-3">
      <legend className="sr-only">Step through history</legend>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="flex gap-1.5">
          <Button square aria-label="First decision" isDisabled={atFirst} onPress={() => player.go(first)}>
            <ChevronsLeft size={15} aria-hidden="true" />
          </Button>
          <Button square aria-label="Step back" isDisabled={atFirst} onPress={() => player.step(-1)}>
            <ChevronLeft size={15} aria-hidden="true" />
          </Button>
          <Button kind="primary" square aria-label={playing ? "Pause" : "Play"} onPress={player.toggle}>
            {playing ? <Pause size={15} aria-hidden="true" /> : <Play size={15} aria-hidden="true" />}
          </Button>
          <Button square aria-label="Step forward" isDisabled={atLast} onPress={() => player.step(1)}>
            <ChevronRight size={15} aria-hidden="true" />
          </Button>
          <Button square aria-label="Last bar" isDisabled={atLast} onPress={() => player.go(last)}>
            <ChevronsRight size={15} aria-hidden="true" />
          </Button>
        </div>
        <Select label="Speed" value={`${speed}`} options={OPTIONS} onChange={(value) => player.setSpeed(Number(value))} className="w-32" />
        <div className="min-w-0 flex-[1_1_18rem]">
          <Place player={player} />
        </div>
      </div>
      <p className="mt-2 text-muted text-small">Space plays and pauses; ← → step, with Shift by ten; Home and End jump to the ends.</p>
    </fieldset>
  );
}

/** Slider updates per second while playing: more are not visible, and each costs as much as the chart. */
const FOLLOWS = 8;

function Place({ player }: { player: Player }) {
  const { first, last } = player;
  const row = usePart(player, ({ row, playing, speed }) => (playing ? row - (row % Math.max(1, Math.round(speed / FOLLOWS))) : row));
  return <Slider label="Step" value={Math.max(first, row) + 1} onChange={(next) => player.go(next - 1)} min={first + 1} max={last + 1} />;
}
