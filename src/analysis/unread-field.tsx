import { type ReactNode, useMemo } from "react";
import type { Cause, Failure } from "../../workers/contract";
import { Words } from "../ui/texts.ts";
import type { SeriesSource } from "./data/use-series-source";

/** A failure with a second line of detail. */
export type DetailedFailure = Failure & { detail?: Cause };

/** Failure of a run whose field has content but no valid series. @param failure that of the field */
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

/** Avoids showing an error twice: the field is silent while the refused run shows why. */
export function useShownOnce(source: SeriesSource, refused: DetailedFailure | null): SeriesSource {
  const said = refused !== null && (refused.detail !== undefined || refused === source.failure);
  return useMemo(() => (said && source.failure ? { ...source, failure: null } : source), [said, source]);
}
