import { startTransition, useCallback, useRef, useState } from "react";
import type { Count, Failure, Series } from "../../../workers/contract";
import { messages } from "../../../workers/messages";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { useJob } from "../../client/use-job";
import { useRelease } from "../../client/use-release";
import { stepsPerYearOf } from "../../state/use-steps-per-year";
import { type AlphaInput, type AlphaValue, alphaInput } from "./alpha-input";
import { type AlphaSettings, settingsChanged } from "./settings";

/** What a shown result was made from. */
export interface AlphaRun {
  series: Series;
  settings: AlphaSettings;
  input: AlphaInput;
  value: AlphaValue;
  /** Items of news that carry no date. */
  undated: Count;
  /** When it was there. */
  at: number;
}

const failed = (reason: string): Failure => ({ code: "bad-input", message: messages.factorsFailed(reason) });

/** Reads the news, makes the factors and tests them; the last finished result stays until a newer one is there. */
export function useAlpha(source: SeriesSource, settings: AlphaSettings) {
  const mine = useJob("mine-factors");
  const score = useJob("score-dated-news");
  const [shown, setShown] = useState<AlphaRun | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const turns = useRef(0);
  useRelease(shown?.value);
  const { settled, text } = source;

  /** True once a result is shown. */
  const run = useCallback(async (): Promise<boolean> => {
    const turn = ++turns.current;
    const stale = () => turn !== turns.current;
    const end = (found: Failure) => {
      setBusy(false);
      if (found.code === "canceled") return false;
      setFailure(found.code === "bad-input" ? found : failed(found.message));
      return false;
    };
    setFailure(null);
    setBusy(true);
    const series = await settled();
    if (stale()) return false;
    if (!series) return end(failed(messages.enterMarketData));
    const startedAt = Date.now();
    const scored = await score.run({ text: settings.news });
    if (stale()) return false;
    if (!scored.ok) return end(failed(scored.failure.message));
    const { news, undated } = scored.value;
    const input = alphaInput(series, settings, settings.perYear ?? stepsPerYearOf(series), news.length > 0 ? news : null);
    const outcome = await mine.run(input);
    if (stale()) return false;
    if (!outcome.ok) return end(outcome.failure);
    setBusy(false);
    const done: AlphaRun = { series, settings, input, value: outcome.value, undated, at: Date.now() };
    startTransition(() => setShown(done));
    const clock = { startedAt, millis: Date.now() - startedAt };
    void import("./record").then(({ recordAlpha }) => recordAlpha(done, text, clock));
    return true;
  }, [settled, text, settings, score.run, mine.run]);

  const cancel = useCallback(() => {
    turns.current++;
    setBusy(false);
    score.cancel();
    mine.cancel();
  }, [score.cancel, mine.cancel]);

  const forget = useCallback(() => setFailure(null), []);

  /** Takes the result away. Its columns are let go with it: what puts the data back does not bring it back. */
  const clear = useCallback((): (() => void) => {
    cancel();
    setShown(null);
    setFailure(null);
    return () => undefined;
  }, [cancel]);

  return { shown, failure, busy, progress: mine.progress ?? score.progress, run, cancel, clear, forget };
}

export type AlphaControl = ReturnType<typeof useAlpha>;

/** Whether data or settings are no longer those of the shown result. */
export const isStale = (run: AlphaRun, series: Series | null, settings: AlphaSettings): boolean =>
  run.series.hash !== series?.hash || settingsChanged(run.settings, settings);
