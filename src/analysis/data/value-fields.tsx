import { closeColumn } from "../../../workers/analyzed-column";
import type { Series } from "../../../workers/contract";
import { Select } from "../../ui/select.tsx";
import { chosenColumn } from "./analyzed-column";

interface ColumnSelectProps {
  series: Series | null;
  /** The name that was chosen. */
  chosen: string | null;
  onChange: (name: string) => void;
  /** The column must hold closes: the reader's pick does not stand in for one. */
  ofCloses?: boolean;
  /** What a tool that takes returns too takes its values for. */
  kind?: string;
}

/** Which column of a table is analyzed; nothing where there is no choice. */
export function ColumnSelect({ series, chosen, onChange, ofCloses = false, kind }: ColumnSelectProps) {
  if (!series || series.columns.length < 2) return null;
  const column = ofCloses ? closeColumn(series, chosen, kind) : chosenColumn(series, chosen, kind);
  return (
    <Select
      label={ofCloses ? "Close column" : "Column"}
      value={column?.name ?? null}
      placeholder="No Close column: choose one"
      options={series.columns.map(({ name }) => ({ value: name, label: name }))}
      onChange={onChange}
    />
  );
}

/** The choice that leaves it to the header what values are, and where that says nothing, to whether any is negative. */
export const AUTO = { value: "auto", label: "Auto-detect", note: "by header, else by sign" } as const;

const KINDS = [
  AUTO,
  { value: "prices", label: "Prices", note: "become log returns in percent" },
  { value: "returns", label: "Returns", note: "are fitted as given" },
] as const;
const UNITS = [
  { value: "auto", label: "Auto-detect", note: "by header or cells, else by size" },
  { value: "percent", label: "Percent" },
  { value: "fraction", label: "Fractions" },
] as const;

type Unit = (typeof UNITS)[number]["value"];

interface ReturnSettings {
  kind: (typeof KINDS)[number]["value"];
  returnUnit: Unit;
}

interface ReturnFieldsProps {
  settings: ReturnSettings;
  change: (changes: Partial<ReturnSettings>) => void;
}

/** What returns are in. */
export const UnitSelect = ({ unit, choose }: { unit: Unit; choose: (unit: Unit) => void }) => (
  <Select label="Unit of returns" value={unit} options={UNITS} onChange={choose} />
);

/** What the values of a fit are, and the unit of returns where they may be returns. */
export const ReturnFields = ({ settings: { kind, returnUnit }, change }: ReturnFieldsProps) => (
  <>
    <Select label="Input type" value={kind} options={KINDS} onChange={(next) => change({ kind: next })} />
    {kind === "prices" ? null : <UnitSelect unit={returnUnit} choose={(next) => change({ returnUnit: next })} />}
  </>
);
