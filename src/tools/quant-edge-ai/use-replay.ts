import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import type { Failure } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { messages } from "../../../workers/messages";
import { pricesOf } from "../../analysis/decision/use-market-data.ts";
import type { JobValue } from "../../client/pool";
import { partOf, useJob } from "../../client/use-job";
import { count } from "../../lib/format.ts";
import { announce } from "../../ui/announcer.ts";
import { type EngineData, engineSettings, fingerprint } from "./engine-data.ts";

/** A replayed history with what it was asked with. */
export interface ReplayRun {
  value: JobValue<Jobs, "replay-market">;
  asked: NonNullable<ReturnType<typeof pricesOf>>;
  settings: ReturnType<typeof engineSettings>;
  key: string;
  at: number;
}

/** Steps shorter apart than this are one move of the slider. */
const SETTLED = 60;

/** The replay of the rules over the whole series, one step of it looked at, and the proof that no step saw the future. */
export function useReplay({ data, inputs, limits }: EngineData) {
  const whole = useJob("replay-market");
  const one = useJob("decide-step");
  const proof = useJob("prove-replay");
  const [last, setLast] = useState<ReplayRun | null>(null);
  const [step, setStep] = useState(0);
  const [missing, setMissing] = useState<Failure | null>(null);
  const settings = engineSettings(inputs, limits);
  const latest = useRef({ data, settings });
  useEffect(() => {
    latest.current = { data, settings };
  });

  const run = useCallback(async () => {
    const series = await latest.current.data.settled();
    const { settings } = latest.current;
    const asked = pricesOf(series);
    setMissing(asked ? null : { code: "bad-input", message: messages.enterMarketData });
    if (!asked) return;
    const input = { prices: asked.prices, appended: asked.appended, settings };
    // Whoever writes the run down is there when the result is: the page may go at once.
    import("./record-replay.ts").catch(() => undefined);
    const startedAt = Date.now();
    const outcome = await whole.run(input);
    if (!outcome.ok) return;
    proof.reset();
    const done: ReplayRun = { value: outcome.value, asked, settings, key: fingerprint(series, settings), at: Date.now() };
    // As a transition the charts and the trace are drawn in slices, and the page goes on answering in between.
    startTransition(() => {
      setLast(done);
      setStep(outcome.value.columns.prices.length - 1);
    });
    announce(`${count(outcome.value.decisions)} decisions replayed`);
    void import("./record-replay.ts").then(({ recordReplay }) =>
      recordReplay(done, { input, series, text: latest.current.data.box.text, startedAt }),
    );
  }, [whole.run, proof.reset]);

  const prove = useCallback(() => {
    if (!last) return;
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    void proof.run({ prices: last.asked.prices, appended: last.asked.appended, settings: last.settings, seed });
  }, [last, proof.run]);

  const look = one.run;
  useEffect(() => {
    if (!last) return;
    const { prices, appended } = last.asked;
    const timer = setTimeout(() => void look({ prices, appended, step, settings: last.settings }), SETTLED);
    return () => clearTimeout(timer);
  }, [last, step, look]);

  const cancel = useCallback(() => {
    whole.cancel();
    proof.cancel();
  }, [whole.cancel, proof.cancel]);
  const proven = partOf(proof.state);
  return {
    last,
    stale: last !== null && last.key !== fingerprint(data.series, settings),
    running: whole.running,
    proving: proof.running,
    progress: whole.progress ?? proof.progress,
    failure: missing ?? partOf(whole.state).failure,
    proof: proven.value,
    proofFailure: proven.failure,
    step,
    setStep,
    shown: partOf(one.state).value,
    run,
    prove,
    cancel,
  };
}
