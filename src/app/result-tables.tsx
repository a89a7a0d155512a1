import type { ComparedFigure, ComparedValue, Comparison } from "../../workers/results";
import { settingLabel } from "../analysis/setting-words/setting-labels";
import { settingValue, unnamedValue } from "../analysis/setting-words/setting-values";
import { clipped, count, significant, withoutTurns } from "../lib/format.ts";
import type { CheckedSetting } from "../state/checked-settings";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { methodTitle } from "../ui/method-title.ts";
import { Verdict } from "../ui/verdict.tsx";

const DIFFERENCE_DIGITS = 2;

/** A number with all digits: two may differ in the last one. */
const figure = (value: ComparedValue["now"]): string => String(value ?? "—");

type Judgment = Pick<ComparedFigure, "verdict" | "difference">;

function judgmentOf({ verdict, difference }: Judgment): string {
  if (verdict === null) return "derived on screen";
  if (verdict === "same") return "same to the last bit";
  const share = difference === null ? "" : significant(difference, DIFFERENCE_DIGITS);
  if (verdict === "within") return `same within ${share}`;
  return share === "" ? "differs" : `differs by ${share} (relative)`;
}

const STATE = { same: "ok", within: "caution" } as const;

function Judged(judgment: Judgment) {
  const { verdict } = judgment;
  const words = judgmentOf(judgment);
  if (verdict === null) return <span className="text-muted">{words}</span>;
  return <Verdict state={verdict === "differs" ? "bad" : STATE[verdict]}>{words}</Verdict>;
}

const FIGURES: TableColumn<ComparedFigure>[] = [
  {
    id: "figure",
    header: "Figure",
    words: true,
    cell: ({ label }) => <span className="wrap-anywhere">{label}</span>,
    text: ({ label }) => label,
  },
  { id: "kept", header: "In the file", cell: ({ value }) => figure(value) },
  { id: "now", header: "Recomputed", cell: ({ now, path }) => (path === null ? "—" : figure(now)) },
  { id: "verdict", header: "Verdict", words: true, matters: true, cell: (row) => <Judged {...row} />, text: judgmentOf },
  {
    id: "path",
    header: "Value compared",
    words: true,
    cell: ({ path }) => <span className="wrap-anywhere num text-muted">{path ?? "—"}</span>,
    text: ({ path }) => path ?? "",
  },
];

/** Each headline figure of a file beside the recomputed one. */
export const FigureTable = ({ figures }: { figures: readonly ComparedFigure[] }) => (
  <DataTable label="Figures" columns={FIGURES} rows={figures} rowKey={({ label, path }) => `${label} ${path}`} height={280} />
);

const VALUES: TableColumn<ComparedValue>[] = [
  {
    id: "path",
    header: "Value",
    words: true,
    cell: ({ path }) => <span className="wrap-anywhere num">{path}</span>,
    text: ({ path }) => path,
  },
  { id: "kept", header: "In the file", cell: ({ kept }) => figure(kept) },
  { id: "now", header: "Recomputed", cell: ({ now }) => figure(now) },
  { id: "verdict", header: "Verdict", words: true, matters: true, cell: (row) => <Judged {...row} />, text: judgmentOf },
];

/** Values of the full result that differ. */
export function OtherValues({ verification: { others, othersCount } }: { verification: Comparison }) {
  if (others.length === 0) return null;
  return (
    <Disclosure title="Values that differ" note={count(othersCount)} startsOpen>
      <DataTable label="Values that differ" columns={VALUES} rows={others} rowKey={({ path }) => path} height={240} />
    </Disclosure>
  );
}

/** Files from others may contain words so long that no browser wraps them in reasonable time. */
const MAX_SHOWN = 500;
const cut = (text: string): string => clipped(withoutTurns(text), MAX_SHOWN);

/** "parameters.stopLoss" → "Parameters: stop loss" */
export const settingTitle = (path: string): string => cut(methodTitle(path.replaceAll(".", ": ")));

const written = (value: unknown): string => {
  if (value === undefined) return "—";
  return cut(typeof value === "string" ? value : JSON.stringify(value));
};

const OF_A_SETTING: Record<CheckedSetting["verdict"], { state: "ok" | "bad" | "caution" | null; words: string }> = {
  same: { state: "ok", words: "same" },
  differs: { state: "bad", words: "differs" },
  automatic: { state: null, words: "automatic" },
  asked: { state: null, words: "only in the question" },
  unchecked: { state: "caution", words: "not compared" },
};

function SettingVerdict({ verdict }: Pick<CheckedSetting, "verdict">) {
  const { state, words } = OF_A_SETTING[verdict];
  return state ? <Verdict state={state}>{words}</Verdict> : <span className="text-muted">{words}</span>;
}

const CHECKED: TableColumn<CheckedSetting>[] = [
  {
    id: "name",
    header: "Setting",
    words: true,
    cell: ({ path }) => <span className="wrap-anywhere">{settingTitle(path)}</span>,
    text: ({ path }) => settingTitle(path),
  },
  {
    id: "value",
    header: "In the file",
    words: true,
    cell: ({ shown }) => <span className="wrap-anywhere">{written(shown)}</span>,
    text: ({ shown }) => written(shown),
  },
  {
    id: "asked",
    header: "Recomputed with",
    words: true,
    cell: ({ asked }) => <span className="wrap-anywhere">{written(asked)}</span>,
    text: ({ asked }) => written(asked),
  },
  {
    id: "verdict",
    header: "Verdict",
    words: true,
    matters: true,
    cell: (row) => <SettingVerdict {...row} />,
    text: ({ verdict }) => OF_A_SETTING[verdict].words,
  },
];

/** Settings a file would apply to its screen, beside those of the recomputed job. */
export const CheckedTable = ({ settings }: { settings: readonly CheckedSetting[] }) => (
  <DataTable label="Settings" columns={CHECKED} rows={settings} rowKey={({ path, verdict }) => `${verdict} ${path}`} height={280} />
);

type Setting = [key: string, name: string, value: string];

const SETTINGS: TableColumn<Setting>[] = [
  {
    id: "name",
    header: "Setting",
    words: true,
    cell: ([, name]) => <span className="wrap-anywhere">{name}</span>,
    text: ([, name]) => name,
  },
  {
    id: "value",
    header: "Value",
    words: true,
    cell: ([, , value]) => <span className="wrap-anywhere">{value}</span>,
    text: ([, , value]) => value,
  },
];

/** Named as on its screen. */
const settingOf = (screen: string, key: string, value: unknown): Setting => [
  key,
  cut(settingLabel(screen, key)),
  written(unnamedValue(settingValue(screen, key, value))),
];

/** Settings that a file or a link would apply to its screen. */
export function SettingTable({ screen, settings }: { screen: string; settings: object }) {
  const rows = Object.entries(settings).map(([key, value]) => settingOf(screen, key, value));
  return <DataTable label="Settings" columns={SETTINGS} rows={rows} rowKey={([key]) => key} height={280} />;
}
