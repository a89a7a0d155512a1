import { closeColumn, columnFor, kindFor, returnsAsked, withRole } from "../../analyzed-column";
import { estimateLyapunov, type LyapunovEstimate } from "../../chaos";
import { because, type Cause, type Failure, fail, type Outcome, type Series, succeed, within } from "../../contract";
import { analyzeCuriosity, type CuriosityData } from "../../curiosity";
import { readSeries, uploadFailure } from "../../ingest";
import { type FitRegimesOutput, fitRegimesJob } from "../../regimes";
import type { JobContext } from "../../runtime/job";

export interface Upload {
  file: Blob;
}

/** Reads an upload like the screens do; anything but CSV is refused with the screen's message. */
async function readUpload({ file }: Upload, context: JobContext, refusal: Cause): Promise<Outcome<Series>> {
  const read = await readSeries({ source: file, name: "upload.csv", origin: "file" }, context);
  return read.ok ? read : { ok: false, failure: uploadFailure(read.failure, refusal) };
}

const failed = (failure: Failure): Outcome<never> => ({ ok: false, failure: within("runtime/analysisFailed", failure) });

export async function answerCuriosity(upload: Upload, context: JobContext): Promise<Outcome<{ data: CuriosityData }>> {
  const read = await readUpload(upload, context, because("ingest/csvNotCsv"));
  if (!read.ok) return read;
  const { times } = read.value;
  const outcome = await analyzeCuriosity({ ...returnsAsked(read.value, columnFor(read.value), "auto"), times }, context);
  return outcome.ok ? succeed({ data: outcome.value.data }) : failed(outcome.failure);
}

type MarkovAnswer = Pick<FitRegimesOutput, "current_regime_probabilities" | "metrics">;

export async function answerMarkov(upload: Upload, context: JobContext): Promise<Outcome<MarkovAnswer>> {
  const read = await readUpload(upload, context, because("regimes/csv"));
  if (!read.ok) return read;
  const close = closeColumn(read.value, null);
  if (!close) return fail("bad-input", "regimes/csv");
  const outcome = await fitRegimesJob({ ...returnsAsked(read.value, close, "auto"), times: read.value.times }, context);
  if (!outcome.ok) return failed(outcome.failure);
  const { current_regime_probabilities, metrics } = outcome.value;
  return succeed({ current_regime_probabilities, metrics });
}

type LyapunovAnswer = Pick<LyapunovEstimate, "lyapunov_exponent" | "interpretation" | "behavioral_metrics" | "trading_suggestions">;

export async function answerLyapunov(upload: Upload, context: JobContext): Promise<Outcome<LyapunovAnswer>> {
  const read = await readUpload(upload, context, because("chaos/csv"));
  if (!read.ok) return read;
  const close = closeColumn(read.value, null);
  if (!close) return fail("bad-input", "chaos/csv");
  const [high, low] = [withRole(read.value, "high"), withRole(read.value, "low")];
  const ranges = high && low ? { high: high.values, low: low.values } : { high: null, low: null };
  const outcome = await estimateLyapunov({ close: close.values, ...ranges, kind: kindFor(read.value, close, "auto") }, context);
  if (!outcome.ok) return failed(outcome.failure);
  const { lyapunov_exponent, interpretation, behavioral_metrics, trading_suggestions } = outcome.value;
  return succeed({ lyapunov_exponent, interpretation, behavioral_metrics, trading_suggestions });
}
