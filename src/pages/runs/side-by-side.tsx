import { useAtomValue } from "jotai";
import { useState } from "react";
import { plural } from "../../lib/format.ts";
import { workspaceAtom } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Select } from "../../ui/select.tsx";
import { COMPARED_MODELS } from "./compared-models";
import { type Side, useSideBySide } from "./use-side-by-side";

const MODELS = COMPARED_MODELS.map(({ id, label }) => ({ value: id, label }));
const TITLES = ["First", "Second"] as const;
/** Two models of one series, or one model of two series: the unchanged choice is common to both sides. */
const START = ["garch skewt", "gjr skewt"] as const;

/** Compares two datasets, or two models, that need not have been run before. */
export function SideBySideForm({ onDone }: { onDone: (one: string, other: string) => void }) {
  const { datasets } = useAtomValue(workspaceAtom);
  const [chosen, choose] = useState<readonly Partial<Side>[]>([{}, {}]);
  const { busy, progress, failure, compare, cancel } = useSideBySide(onDone);
  const [latest] = datasets;
  if (!latest) return null;
  const known = (hash?: string) => datasets.find((dataset) => dataset.hash === hash)?.hash;
  const first: Side = { hash: known(chosen[0].hash) ?? latest.hash, model: chosen[0].model ?? START[0] };
  const second: Side = { hash: known(chosen[1].hash) ?? first.hash, model: chosen[1].model ?? START[1] };
  const sides = [first, second] as const;
  const change = (place: number, part: Partial<Side>) =>
    choose((now) => now.map((side, at) => (at === place ? { ...side, ...part } : side)));
  const same = first.hash === second.hash && first.model === second.model;
  return (
    <Panel title="Compare data or models" note="both are computed now, with the defaults of their screens">
      <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2">
        {sides.map((side, place) => (
          <fieldset key={TITLES[place]} className="grid min-w-0 gap-2">
            <legend className="mb-1 font-semibold text-small">{TITLES[place]}</legend>
            <Select
              label="Dataset"
              value={side.hash}
              options={datasets.map(({ hash, name, length }) => ({ value: hash, label: name, note: plural(length, "row") }))}
              onChange={(hash) => change(place, { hash })}
            />
            <Select label="Model" value={side.model} options={MODELS} onChange={(model) => change(place, { model })} />
          </fieldset>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button kind="primary" busy={busy} isDisabled={same} onPress={() => compare(sides)}>
          Compare
        </Button>
        {same ? <span className="text-muted text-small">Choose another dataset or model on one side.</span> : null}
      </div>
      {busy ? (
        <div className="mt-3">
          <ProgressBar label={progress?.label || "Computing both"} fraction={progress?.fraction ?? null} onCancel={cancel} />
        </div>
      ) : null}
      <FailureBox failure={failure} revealed />
    </Panel>
  );
}
