import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { CalibrationProps } from "./calibration.tsx";

const Calibration = lazy(() => import("./calibration.tsx").then((module) => ({ default: module.Calibration })));

/** Opens the manual adjustment of the fitted model, which is loaded on demand. */
export function CalibrationPanel({ run, forecast }: CalibrationProps) {
  const [open, setOpen] = useState(false);
  if (open)
    return (
      <Suspense fallback={<Skeleton rows={6} />}>
        <Calibration key={run.at} run={run} forecast={forecast} />
      </Suspense>
    );
  return (
    <Panel
      title="Manual calibration"
      note="adjust the parameters: likelihood, volatility and forecast follow"
      actions={
        <Button size="small" onPress={() => setOpen(true)}>
          Adjust the parameters
        </Button>
      }
    />
  );
}
