import { type ReactNode, useMemo } from "react";
import type { Cause, Failure } from "../../workers/contract";
import { Words } from "../ui/texts.ts";
import type { SeriesSource } from "./data/use-series-source";

/** A failure with a second line that says more. */
export type DetailedFailure = Failure & { detail?: Cause };

/** There is something in the field, but no series: what a run says, and where. @param failure what the field says */
export function unreadField(failure: Failure | null): DetailedFailure {
  if (!failure || failure.reason === "ingest/fileUnreadable") return failure ?? { code: "bad-input", reason: "risk/invalid" };
  return { ...failure, code: "bad-input", reason: "risk/invalid", params: undefined, detail: failure };
}

/** The second line of a failure. */
export const detailOf = (failure: DetailedFailure | null): ReactNode =>
  failure?.detail ? (
    <p className="text-small text-text">
      <Words of={failure.detail} />
    </p>
  ) : undefined;

/** One error, one box: the field says nothing while the run that was refused for it says why. */
export function useSaidOnce(source: SeriesSource, refused: DetailedFailure | null): SeriesSource {
  const said = refused !== null && (refused.detail !== undefined || refused === source.failure);
  return useMemo(() => (said && source.failure ? { ...source, failure: null } : source), [said, source]);
}
