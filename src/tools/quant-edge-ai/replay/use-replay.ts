import { useCallback, useEffect, useMemo } from "react";
import { fail } from "../../../../workers/contract";
import { pricesOf } from "../../../analysis/decision/use-market-data.ts";
import { answer, useAnalysis } from "../../../analysis/use-analysis";
import { useFollowUp } from "../../../analysis/use-follow-up";
import { count } from "../../../lib/format.ts";
import { announce } from "../../../ui/announcer.ts";
import { useLatest } from "../../../ui/use-latest.ts";
import { type EngineData, engineSettings, fingerprint } from "../engine-data.ts";
import { Player } from "./player.ts";
import type { ReplayRun } from "./replay-run.ts";
import { stateAtBar } from "./state-at-bar.ts";

type About = { of: ReplayRun };

/** Debounce in ms of slider moves; while playing it limits the rules shown to two bars a second. */
const SETTLED = 60;
const SETTLED_PLAYING = 350;

/** A bar as text for screen readers. */
function barWords(run: ReplayRun, row: number): string {
  const { time, price, action, position, profit } = stateAtBar(run, row);
  return `Step ${count(row + 1)}${time ? `, ${time}` : ""}: price ${price}, ${action}, ${position}, P&L ${profit}`;
}

/** The replay of the rules over the whole series, one selected step, and the proof that no step looked ahead. */
export function useReplay({ data, inputs, limits }: EngineData) {
  const settings = engineSettings(inputs, limits);
  const latest = useLatest({ data, settings });
  const replay = useAnalysis<ReplayRun>({
    work: async (turn) => {
      const series = await data.settled();
      const { settings: now, data: read } = latest.current;
      const asked = pricesOf(series);
      if (!asked) return fail("bad-input", "ingest/enterMarketData");
      // Loads the recorder in parallel, so that the run is recorded even if the page is left right away.
      import("../record.ts").catch(() => undefined);
      const input = { prices: asked.prices, appended: asked.appended, settings: now };
      return answer(turn, "replay-market", input, { series, text: read.box.text, asked, settings: now });
    },
    isStale: (run) => fingerprint(run.series, run.settings) !== fingerprint(data.series, settings),
    onDone: (run) => {
      announce(`${count(run.value.decisions)} decisions replayed`);
      void import("../record.ts").then(({ recordReplay }) => recordReplay(run));
    },
  });
  const { shown: last } = replay;
  const one = useFollowUp<"decide-step", About>("decide-step", last);
  const proof = useFollowUp<"prove-replay", About>("prove-replay", last);

  const prove = useCallback(() => {
    if (!last) return;
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    void proof.run({ of: last }, { ...last.input, seed });
  }, [last, proof.run]);

  const player = useMemo(() => last && new Player(last.value.first, last.value.columns.prices.length - 1), [last]);
  useEffect(() => player?.pause, [player]);
  const look = one.run;
  useEffect(() => {
    if (!last || !player) return;
    let timer = 0;
    let reported = player.read().row;
    let looked = -1;
    const settle = () => {
      const { row, playing } = player.read();
      // A change of speed does not move to another bar.
      if (row !== looked) void look({ of: last }, { ...last.input, step: row });
      looked = row;
      if (row === reported || playing) return;
      reported = row;
      announce(barWords(last, row));
    };
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(settle, player.read().playing ? SETTLED_PLAYING : SETTLED);
    };
    wait();
    const leave = player.subscribe(wait);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [last, player, look]);

  const cancel = useCallback(() => {
    replay.cancel();
    proof.cancel();
  }, [replay.cancel, proof.cancel]);
  return {
    last,
    stale: replay.stale,
    running: replay.busy,
    proving: proof.busy,
    progress: replay.progress ?? proof.progress,
    failure: replay.failure,
    proof: proof.value,
    proofFailure: proof.failure,
    player,
    shown: one.value,
    run: replay.run,
    prove,
    cancel,
  };
}
