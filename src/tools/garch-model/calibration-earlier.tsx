import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { modelLabel } from "../../../workers/volatility/schema";
import { clockTime, plural } from "../../lib/format.ts";
import { runsAtom } from "../../state/run-list";
import { Select } from "../../ui/select.tsx";
import { type EarlierFit, earlierFits } from "./calibration-runs";
import type { GarchRun } from "./use-garch";

interface EarlierFitsProps {
  run: GarchRun;
  /** The one whose parameters are applied. */
  chosen: EarlierFit | null;
  onChoose: (fit: EarlierFit) => void;
}

/** Offers the parameters of earlier fits of the same model, on other data or another period; renders nothing if there are none. */
export function EarlierFits({ run, chosen, onChoose }: EarlierFitsProps) {
  const { records } = useAtomValue(runsAtom);
  const fits = useMemo(() => earlierFits(records, run), [records, run]);
  const options = useMemo(() => fits.map((fit) => ({ value: fit.id, label: fit.name, note: noteOf(fit, run) })), [fits, run]);
  if (fits.length === 0) return null;
  return (
    <Select
      label="Apply the parameters of an earlier fit"
      value={chosen?.id ?? null}
      placeholder="Choose one"
      options={options}
      onChange={(id) => {
        const fit = fits.find((one) => one.id === id);
        if (fit) onChoose(fit);
      }}
    />
  );
}

function noteOf({ body }: EarlierFit, { value }: GarchRun): string {
  const own = body.title === modelLabel(value.fit.model) ? [] : [body.title];
  const returns = body.figures.find(({ label }) => label === "Returns")?.value;
  const length = typeof returns === "number" ? [plural(returns, "return")] : [];
  return [...own, ...length, clockTime(body.startedAt)].join(", ");
}
