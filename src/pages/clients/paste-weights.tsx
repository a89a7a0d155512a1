import { useState } from "react";
import { plural } from "../../lib/format.ts";
import type { Holding } from "../../state/client-body";
import { type PastedWeights, readWeights } from "../../state/portfolio-rules";
import { useKeptText } from "../../state/use-kept-text";
import { Button } from "../../ui/button.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface PasteWeightsProps {
  datasets: readonly { hash: string; name: string }[];
  /** Replaces the holdings by those that were read. */
  onTake: (holdings: Holding[]) => void;
}

/** Reads names and weights from a pasted list, as an alternative to entering them one by one. */
export function PasteWeights({ datasets, onTake }: PasteWeightsProps) {
  const { typed, enter } = useKeptText("paste-weights");
  const text = typed ?? "";
  const [read, setRead] = useState<PastedWeights | null>(null);
  const take = () => {
    const weights = readWeights(text, datasets);
    setRead(weights);
    if (weights.holdings.length > 0) onTake(weights.holdings);
  };
  return (
    <div className="flex flex-col gap-2 border-line border-t pt-3">
      <TextField
        label="Paste weights"
        value={text}
        onChange={enter}
        rows={3}
        placeholder={"S&P 500  60%\nGold  25%"}
        hint="One dataset and weight per line, in percent or as fractions. Replaces the list above."
      />
      <div>
        <Button size="small" isDisabled={text.trim() === ""} onPress={take}>
          Apply
        </Button>
      </div>
      {read ? <Result read={read} /> : null}
    </div>
  );
}

function Result({ read: { holdings, unknown, unreadable } }: { read: PastedWeights }) {
  if (unknown.length === 0 && unreadable.length === 0) {
    return (
      <p role="status" className="text-muted text-small">
        {plural(holdings.length, "weight")} applied
      </p>
    );
  }
  return (
    <Caution>
      {plural(holdings.length, "weight")} applied.
      {unknown.length > 0 ? ` No dataset named ${unknown.join(", ")}.` : ""}
      {unreadable.length > 0 ? ` Not recognized: ${unreadable.join("; ")}.` : ""}
    </Caution>
  );
}
