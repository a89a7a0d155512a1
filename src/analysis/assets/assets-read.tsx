import type { Series } from "../../../workers/contract";
import type { ReadAs } from "../../../workers/risk";
import { listed } from "../../lib/format.ts";
import { UNIT_WORDS } from "../../lib/return-words.ts";
import { InputType } from "../data/input-type.tsx";

const WORDS = { values: "prices", returns: "returns", "log-returns": "log returns" } as const;
/** Names beyond these are counted. */
const MAX_NAMES = 4;
const MAX_NAME = 24;

const wordsOf = ({ kind, unit }: ReadAs): string => (unit ? `${WORDS[kind]} ${UNIT_WORDS[unit]}` : WORDS[kind]);

/** Names of assets in a sentence: "A, B, C, D and 3 more". */
export const listedAssets = (names: readonly string[]): string => listed(names, MAX_NAMES, MAX_NAME);

/** What the assets of a result were read as, "returns in percent", by asset where they differ: "returns in percent (A, B), log returns as fractions (C)". */
export function readWords(names: readonly string[], read: readonly ReadAs[]): string {
  const kinds = [...new Set(read.map(wordsOf))];
  if (kinds.length === 1) return kinds[0];
  return kinds.map((words) => `${words} (${listedAssets(names.filter((_, i) => wordsOf(read[i]) === words))})`).join(", ");
}

type Kind = ReadAs["kind"];

/** What assets that were read as prices are read as instead: columns of log returns are not taken for simple ones. */
export function asReturns(series: readonly Pick<Series, "columns" | "quality">[]): "returns" | "log-returns" | "auto" {
  const logs = series.filter(({ columns }) => columns.some(({ role }) => role === "log-return"));
  if (logs.length === 0) return "returns";
  // Left to their headers, columns that prices were made of are these prices.
  return logs.some(({ quality }) => quality.returns?.compounded) ? "log-returns" : "auto";
}

interface AssetsReadProps {
  names: readonly string[];
  series: readonly Series[];
  /** Left out where all are prices. */
  readAs: readonly ReadAs[] | undefined;
  used: string;
  setting: Kind | "auto";
  choose: (kind: Kind | "auto") => void;
  run: () => void;
}

/** Beside a result of several assets: what their columns were read as, and a button that reads them as the other kind. */
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

/** The reason of what was found is that of the log returns where all are, else that of returns. */
const kindOf = (readAs: readonly ReadAs[] | undefined) =>
  readAs ? (readAs.every(({ kind }) => kind === "log-returns") ? "log-returns" : "returns") : "prices";
