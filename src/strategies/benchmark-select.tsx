import { useAtomValue } from "jotai";
import { workspaceAtom } from "../state/workspace";
import { Select } from "../ui/select.tsx";

const OWN = "own";

interface BenchmarkSelectProps {
  /** Hash of the chosen series; null for none. */
  value: string | null;
  onChange: (hash: string | null) => void;
  /** Hash of the data itself, which is not offered. */
  own: string | null;
  /** Option for no benchmark: the traded asset itself. */
  without: { label: string; note: string };
}

/** Selects a loaded series to compare the result with. */
export function BenchmarkSelect({ value, onChange, own, without }: BenchmarkSelectProps) {
  const { datasets } = useAtomValue(workspaceAtom);
  const others = datasets.filter(({ hash }) => hash !== own);
  return (
    <Select
      label="Benchmark"
      value={others.some(({ hash }) => hash === value) && value !== null ? value : OWN}
      options={[
        { value: OWN, ...without },
        ...others.map(({ hash, name }) => ({ value: hash, label: name, note: "a loaded series, matched by date" })),
      ]}
      onChange={(next) => onChange(next === OWN ? null : next)}
    />
  );
}
