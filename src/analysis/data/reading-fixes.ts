import { returnsOf } from "../../../workers/analyzed-column";
import type { DropReason, Fraction, QualityReport, ReadingChoices, Series } from "../../../workers/contract";
import type { FoundJumps, ReadOptions } from "../../../workers/ingest";
import { NO_CHOICES } from "../../../workers/series/choices-schema";
import { day } from "../../lib/format.ts";

/** The effect of a fix button: an option of Check the reading, shown beside the count it concerns. */
export interface Fix {
  label: string;
  choose: ReadingChoices;
  /** Message after it was applied. */
  done: string;
}

/** The fact of the quality report beside which a fix is shown. */
export type FixPlace = DropReason | "repeated" | "filled" | "jumps" | "returns" | "adjusted";
export type Fixes = Partial<Record<FixPlace, Fix[]>>;

/** Maximum number of jumps with a button each; Check the reading lists all. */
const MAX_JUMPS = 3;
/**
 * Adjusting for a split leaves a return of ordinary daily size: if the nearest ratio leaves more, the move may be a crash and must be
 * checked first.
 */
const MAX_REST: Fraction = 0.05;

/** The fixes for a reading, by the fact they concern. */
export function fixesOf(series: Series, jumps: FoundJumps | null): Fixes {
  const { quality, times, columns, primary } = series;
  const { options = {} } = quality.chosen ?? {};
  const { role } = columns[primary];
  const returns = returnsOf(series);
  const fillable = role !== "volume" && !returns && !options.fill;
  const { repeated } = quality;
  const marked = new Set(options.splits?.map(({ time }) => time));
  return {
    ...(times &&
      repeated &&
      options.repeated === undefined && {
        repeated: [
          { label: "Keep the first", choose: { repeated: "first" }, done: "The first of the rows that share a date is kept" },
          { label: "Keep the last", choose: { repeated: "last" }, done: "The last of the rows that share a date is kept" },
        ],
      }),
    ...(options.repeated &&
      options.repeated !== "all" && {
        "duplicate-date": [{ label: "Keep all", choose: { repeated: undefined }, done: "All rows that share a date are kept" }],
      }),
    ...(fillable && {
      "missing-value": [{ label: "Fill", choose: { fill: "previous" }, done: "Blank prices are filled with the previous value" }],
    }),
    ...(options.fill && { filled: [{ label: "Leave blank", choose: { fill: undefined }, done: "Blank prices are not filled" }] }),
    ...(jumps && {
      jumps: jumps.jumps
        .filter(({ time, splits: [nearest] }) => !marked.has(time) && Math.abs(nearest.rest) <= MAX_REST)
        .slice(0, MAX_JUMPS)
        .map(({ time, splits: [nearest] }) => ({
          label: `Mark ${nearest.name} on ${day(time)}`,
          choose: { splits: [...(options.splits ?? []), { time, shares: nearest.shares }] },
          done: `${nearest.name} split marked on ${day(time)}`,
        })),
    }),
    ...(options.splits && { adjusted: [{ label: "Unmark the splits", choose: { splits: undefined }, done: "No split is marked" }] }),
    ...(returns && {
      returns: [
        returns.compounded
          ? { label: "Do not compound", choose: { compound: undefined }, done: "Returns are not compounded" }
          : {
              label: "Compound into prices",
              choose: { compound: isOfPanel(quality) ? "auto" : returns.unit },
              done: "Returns compounded into prices from 100",
            },
      ],
    }),
  };
}

/** Whether it is a panel, or a symbol of one: re-reading keeps it so, and its other options apply. */
export const isOfPanel = ({ panel, symbolOf }: QualityReport): boolean => panel !== undefined || symbolOf !== undefined;

/** Reads a text with exactly these options. */
export const readUnder = (reread: (options: ReadOptions) => void, choices: ReadingChoices): void => reread({ ...NO_CHOICES, ...choices });

const AGAIN = { file: "open the file again", pasted: "paste it again, or open it as a file", typed: "type it again" } as const;

/** What is needed to correct a reading whose source is no longer available; null if there is nothing to correct, or never was a source. */
export const neededWords = ({ origin }: Series): string | null =>
  origin === "sample" ? null : `The text is no longer available. To fix what is listed here, ${AGAIN[origin]}`;
