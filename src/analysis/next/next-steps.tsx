import { useRouter } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { useMemo } from "react";
import { placeKey } from "../../lib/kept-places.ts";
import { offerInputs } from "../../state/screen-inputs";
import { Button } from "../../ui/button.tsx";
import { useScrollReturn } from "./scroll-return.ts";
import { NEXT_STEPS, type NextStep } from "./steps.ts";
import { takeStep } from "./take-step.ts";

/** What a finished result was made from. */
export interface NextFrom {
  /** Entry of the table of steps. */
  tool: string;
  run: {
    /** What was in the box as text; empty where a series was there. */
    text: string;
    series?: { hash: string } | null;
    settings: object;
    /** Of the job that was asked. */
    input?: object;
  };
}

/** Tells one result from another, worked out when it is first asked for: a text may be long. */
const useResultKey = (tool: string, data: string, settings: object): (() => string) =>
  useMemo(() => {
    let key: string | undefined;
    return () => {
      key ??= placeKey(tool, data, JSON.stringify(settings));
      return key;
    };
  }, [tool, data, settings]);

/** What people do next with this data: one press opens the other tool with the data and what was set, and runs it. */
export function NextSteps({ tool, run }: NextFrom) {
  const router = useRouter({ warn: false });
  useScrollReturn(useResultKey(tool, run.series?.hash ?? run.text, run.settings));
  const steps = NEXT_STEPS[tool] ?? [];
  const go = (step: NextStep) => {
    if (step.carry) offerInputs(step.to.slice(1), step.carry({ ...run.settings }, { ...run.input }));
    const typed = run.text.trim() !== "";
    takeStep(router, step, typed ? { text: run.text, hash: null } : run.series ? { text: "", hash: run.series.hash } : null);
  };
  const compare = () => void router?.navigate({ to: "/runs", search: { compare: `/${tool.split("/")[0]}` } });
  return (
    <nav aria-label="Next steps" data-report="none" className="flex flex-wrap items-center gap-2 border-line border-t pt-4">
      <span className="mr-1 text-muted text-small">Next, with the same data:</span>
      {steps.map((step) => (
        <Button key={step.label} size="small" onPress={() => go(step)}>
          {step.label}
          <ArrowRight aria-hidden="true" size={13} />
        </Button>
      ))}
      <Button size="small" kind="quiet" onPress={compare}>
        Compare runs
        <ArrowRight aria-hidden="true" size={13} />
      </Button>
    </nav>
  );
}
