import { useState } from "react";
import type { Fraction } from "../../../workers/contract";
import type { ReadWeights } from "../../../workers/portfolio";
import { listed, percent } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataField } from "../../ui/data-field.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { FileButton } from "../../ui/file-drop.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { useAnalysis } from "../use-analysis";
import type { AssetSettings } from "./asset-set";
import { takeWeights } from "./take-weights";

interface WeightListProps {
  names: readonly string[];
  settings: AssetSettings;
  change: (changes: Partial<AssetSettings>) => void;
}

/** Maximum number of names listed in a note; more are counted. */
const MAX_NAMED = 3;

const AS: Record<ReadWeights["basis"], string> = {
  weights: "weights",
  values: "market values: each weight is its share of their sum",
  shares: "shares at their prices: each weight is its share of the total value",
};

const positionWords = ({ name, weight }: { name: string; weight: Fraction }): string => `${name} (${percent(weight, 1)})`;

/** What a list was read as, and names found in only one of list and assets. */
function notesOf({ basis, missing, others }: ReadWeights): string[] {
  return [
    `Read as ${AS[basis]}.`,
    ...(missing.length > 0 ? [`Not in the list, so 0%: ${listed(missing, MAX_NAMED)}.`] : []),
    ...(others.length > 0 ? [`Not among the assets, so left in cash: ${listed(others.map(positionWords), MAX_NAMED)}.`] : []),
  ];
}

/** Reads weights from a list as brokers and spreadsheets export it: pasted, dropped or opened. */
export function WeightList({ names, settings, change }: WeightListProps) {
  const [text, setText] = useState("");
  const [notes, setNotes] = useState<string[]>([]);
  const { progress, failure, busy, run, cancel, clear } = useAnalysis<ReadWeights, [source: Blob | string]>({
    work: (turn, source) => turn.ask("read-weights", { source, names }, { cache: false, priority: "reading" }),
    onDone: (read) => {
      const weights = read.names.map((name, i) => [name, Number((100 * read.weights[i]).toPrecision(12))] as const);
      takeWeights(Object.fromEntries(weights), settings.weights, change);
      setText("");
      setNotes(notesOf(read));
    },
  });
  const type = (next: string) => {
    clear();
    setNotes([]);
    setText(next);
  };
  return (
    <div className="flex flex-col gap-2">
      <DataField
        label="List of positions"
        value={text}
        onChange={type}
        onLargeText={(source) => void run(source)}
        rows={3}
        placeholder={`${names[0]}, 40%`}
        hint="Name and weight, name and market value, or name, shares and price, one asset per line"
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={busy} isDisabled={text.trim() === ""} onPress={() => void run(text)}>
          Use the list
        </Button>
        <FileButton onFile={(file) => void run(file)}>Open a list</FileButton>
      </div>
      <LateProgress progress={progress} onCancel={cancel} />
      <FailureBox failure={failure} />
      {notes.length > 0 ? (
        <div role="status" className="text-muted text-small">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      ) : null}
    </div>
  );
}
