import { returnsOf } from "../../../workers/analyzed-column";
import type { DropReason, Fraction, QualityReport, ReadingChoices, Series } from "../../../workers/contract";
import type { FoundJumps, ReadOptions } from "../../../workers/ingest";
import { NO_CHOICES } from "../../../workers/series/choices-schema";
import { day } from "../../lib/format.ts";

/** What a press does about something that was found: a choice of Check the reading, beside the count it is about. */
export interface Fix {
  label: string;
  choose: ReadingChoices;
  /** What is the case then. */
  done: string;
}

/** Which fact of the quality report a fix stands beside. */
export type FixPlace = DropReason | "repeated" | "filled" | "jumps" | "returns" | "adjusted";
export type Fixes = Partial<Record<FixPlace, Fix[]>>;

/** Jumps that have a button each; all are in Check the reading. */
const MAX_JUMPS = 3;
/** A split leaves about as much of a move as prices move in a day: where its nearest ratio leaves more, it may be a crash, and is looked at first. */
const MAX_REST: Fraction = 0.05;

/** What can be done about a reading, by the fact it is about. */
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
          { label: "Keep the first", choose: { repeated: "first" }, done: "Of rows that share a date the first is kept" },
          { label: "Keep the last", choose: { repeated: "last" }, done: "Of rows that share a date the last is kept" },
        ],
      }),
    ...(options.repeated &&
      options.repeated !== "all" && {
        "duplicate-date": [{ label: "Keep all", choose: { repeated: undefined }, done: "All rows that share a date are kept" }],
      }),
    ...(fillable && {
      "missing-value": [{ label: "Fill", choose: { fill: "previous" }, done: "Blank prices take the value before" }],
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

/** Whether it is a panel, or a symbol of one: read again, it stays one, and what else was chosen with it holds. */
export const isOfPanel = ({ panel, symbolOf }: QualityReport): boolean => panel !== undefined || symbolOf !== undefined;

/** Reads a text under these choices and no others. */
export const readUnder = (reread: (options: ReadOptions) => void, choices: ReadingChoices): void => reread({ ...NO_CHOICES, ...choices });

const AGAIN = { file: "open the file again", pasted: "paste it again, or open it as a file", typed: "type it again" } as const;

/** What is needed to correct a reading whose text is not at hand any more; null where nothing is to be corrected, or never was at hand. */
export const neededWords = ({ origin }: Series): string | null =>
  origin === "sample" ? null : `The text is not at hand any more. To sort out what is listed here, ${AGAIN[origin]}`;
