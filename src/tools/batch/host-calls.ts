import type { Failure, Outcome } from "../../../workers/contract";
import { failBecause, succeed, verbatim } from "../../../workers/contract";
import type { ApiCall } from "../../client/api-client";
import { canceled } from "../../client/failures";
import { apiClient, apiSecret } from "../../state/api-connection";

/** Cells of a row in JSON: a number JSON cannot represent is a string in a one-element array. */
export type HostCell = number | string | boolean | null | string[];

export interface HostRow {
  place: number;
  cells: Record<string, HostCell>;
  outline: (number | null)[];
}

/** Status of a batch on a host, as in its API. */
export interface HostStatus {
  batch_id: string;
  state: string;
  series: number;
  digest: string | null;
  reason: string | null;
  versions: { prospect: string; kernels: string };
  names: string[];
  rows: HostRow[];
  next: number;
  finished: boolean;
}

const NO_KEY = "Enter an API key of the host with the scope backtest, and data to open a series. It is sent only to that host.";

/** Calls a host with the key entered for it. */
export async function callHost<Value>(call: Omit<ApiCall, "secret" | "bearer">, signal?: AbortSignal): Promise<Outcome<Value>> {
  const secret = apiSecret.read();
  if (secret === "") return failBecause("bad-input", verbatim(NO_KEY));
  try {
    const { ok, status, json } = await apiClient().send({ ...call, secret }, signal);
    if (ok) return succeed(json as Value);
    const { message } = (json ?? {}) as { message?: unknown };
    return failBecause("bad-input", verbatim(typeof message === "string" ? message : `The host responded with ${status}.`));
  } catch (error) {
    return signal?.aborted ? canceled() : failBecause("not-loaded", verbatim((error as Error).message));
  }
}

/** Ends a batch on a host; not awaited. */
export const endThere = (id: string): void => void callHost({ method: "DELETE", path: `/v1/batches/${id}` });

/** Attempts of a repeatable call, and the delay after the first. */
const TRIES = 5;
const FIRST_PAUSE = 500;

/** The next rows of a batch. Failed connections are retried, since undelivered rows are still available. */
export async function readThere(id: string, from: number, signal: AbortSignal): Promise<Outcome<HostStatus>> {
  for (let attempt = 1; ; attempt++) {
    const answered = await callHost<HostStatus>({ method: "GET", path: `/v1/batches/${id}?from=${from}` }, signal);
    if (answered.ok || answered.failure.code !== "not-loaded" || attempt === TRIES || signal.aborted) return answered;
    await new Promise((done) => setTimeout(done, FIRST_PAUSE * 2 ** attempt));
  }
}

export const failedThere = ({ reason, state }: HostStatus): Failure | null => {
  if (state !== "failed" && state !== "canceled") return null;
  const failed = failBecause("bad-input", verbatim(reason ?? "The host ended this batch."));
  return failed.ok ? null : failed.failure;
};
