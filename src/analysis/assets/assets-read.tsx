import type { Series } from "../../../workers/contract";
import type { ReadAs } from "../../../workers/risk";
import { listed } from "../../lib/format.ts";
import { UNIT_WORDS } from "../../lib/return-words.ts";
import { InputType } from "../data/input-type.tsx";

const WORDS = { values: "prices", returns: "returns", "log-returns": "log returns" } as const;
/** Maximum number of names listed; the rest are counted. */
const MAX_NAMES = 4;
const MAX_NAME = 24;

const wordsOf = ({ kind, unit }: ReadAs): string => (unit ? `${WORDS[kind]} ${UNIT_WORDS[unit]}` : WORDS[kind]);

/** Names of assets in a sentence: "A, B, C, D and 3 more". */
export const listedAssets = (names: readonly string[]): string => listed(names, MAX_NAMES, MAX_NAME);

/**
 * Input type of a result's assets, "returns in percent", grouped by asset if it differs: "returns in percent (A, B), log returns as
 * fractions (C)".
 */
export function readWords(names: readonly string[], read: readonly ReadAs[]): string {
  const kinds = [...new Set(read.map(wordsOf))];
  if (kinds.length === 1) return kinds[0];
  return kinds.map((words) => `${words} (${listedAssets(names.filter((_, i) => wordsOf(read[i]) === words))})`).join(", ");
}

type Kind = ReadAs["kind"];

/** Input type to offer instead of prices: columns of log returns are not taken for simple returns. */
export function asReturns(series: readonly Pick<Series, "columns" | "quality">[]): "returns" | "log-returns" | "auto" {
  const logs = series.filter(({ columns }) => columns.some(({ role }) => role === "log-return"));
  if (logs.length === 0) return "returns";
  // By their headers, columns that prices were compounded from are read as these prices.
  return logs.some(({ quality }) => quality.returns?.compounded) ? "log-returns" : "auto";
}

interface AssetsReadProps {
  names: readonly string[];
  series: readonly Series[];
  /** Omitted if all are prices. */
  readAs: readonly ReadAs[] | undefined;
  used: string;
  setting: Kind | "auto";
  choose: (kind: Kind | "auto") => void;
  run: () => void;
}

/** Shown with a result on several assets: the input type of their columns, and a button to switch it. */
export function AssetsRead({ names, series, readAs, used, setting, choose, run }: AssetsReadProps) {
  const returned = asReturns(series);
  const shown = returned === "auto" ? "returns" : returned;
  return (
    <InputType
      kind={kindOf(readAs)}
      words={readAs && readWords(names, readAs)}
      other={readAs ? "prices" : shown}
      used={used}
      setting={setting === "values" ? "prices" : setting === returned ? shown : setting}
      choose={(kind) => choose(kind === "prices" ? "values" : returned)}
      run={run}
    />
  );
}

/** The detection reason: that of log returns if all are, otherwise that of returns. */
const kindOf = (readAs: readonly ReadAs[] | undefined) =>
  readAs ? (readAs.every(({ kind }) => kind === "log-returns") ? "log-returns" : "returns") : "prices";
