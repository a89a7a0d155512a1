import { closeColumn } from "../../../workers/analyzed-column";
import type { Series } from "../../../workers/contract";
import { KINDS, UNITS } from "../../../workers/series/schema";
import { Select } from "../../ui/select.tsx";
import { chosenColumn } from "./analyzed-column";

interface ColumnSelectProps {
  series: Series | null;
  /** The chosen name. */
  chosen: string | null;
  onChange: (name: string) => void;
  /** The column must contain closes: the reader's detection is not used as a fallback. */
  ofCloses?: boolean;
  /** Input type, on tools that accept returns. */
  kind?: string;
}

/** Selects the analyzed column of a table; nothing if there is only one. */
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

type Unit = (typeof UNITS)[number]["value"];

interface ReturnSettings {
  kind: (typeof KINDS)[number]["value"];
  returnUnit: Unit;
}

interface ReturnFieldsProps {
  settings: ReturnSettings;
  change: (changes: Partial<ReturnSettings>) => void;
}

/** Unit of returns. */
export const UnitSelect = ({ unit, choose }: { unit: Unit; choose: (unit: Unit) => void }) => (
  <Select label="Unit of returns" value={unit} options={UNITS} onChange={choose} />
);

/** Input type of the values of a fit, and the unit of returns if they may be returns. */
export const ReturnFields = ({ settings: { kind, returnUnit }, change }: ReturnFieldsProps) => (
  <>
    <Select label="Input type" value={kind} options={KINDS} onChange={(next) => change({ kind: next })} />
    {kind === "prices" ? null : <UnitSelect unit={returnUnit} choose={(next) => change({ returnUnit: next })} />}
  </>
);
