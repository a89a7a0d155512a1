import { useRouter } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { useEffect, useMemo } from "react";
import type { Outcome, Series } from "../../../workers/contract";
import type { RunOptions } from "../../client/pool";
import { placeKey } from "../../lib/kept-places.ts";
import type { FieldContent } from "../../state/hand-over";
import { offerInputs } from "../../state/screen-inputs";
import { Button } from "../../ui/button.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { useAnalysis } from "../use-analysis";
import type { Account } from "./keep-account.ts";
import { useScrollReturn } from "./scroll-return.ts";
import { type NextStep, stepsFor } from "./steps.ts";
import { takeStep } from "./take-step.ts";

/** What a finished result was made from. */
export interface NextFrom {
  /** Entry of the table of steps. */
  tool: string;
  run: {
    /** What was in the box as text; empty where a series was there. */
    text: string;
    series?: Pick<Series, "hash" | "columns" | "primary" | "quality"> | null;
    settings: object;
    /** Of the job that was asked. */
    input?: object;
  };
  /** What the steps take that take what the result came to. */
  account?(options: Pick<RunOptions, "signal" | "onProgress">): Promise<Outcome<Account>>;
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

/**
 * What people do next with this data: one press opens the other tool with the data and what was set, and runs it.
 * @param busy whether a new result is on its way
 */
export function NextSteps({ tool, run, account, busy }: NextFrom & { busy?: boolean }) {
  const router = useRouter({ warn: false });
  useScrollReturn(useResultKey(tool, run.series?.hash ?? run.text, run.settings));
  const steps = stepsFor(tool, run.series).filter(({ takes }) => !takes || account);
  const take = (step: NextStep, content: FieldContent | null) => {
    if (step.carry) offerInputs(step.to.slice(1), step.carry({ ...run.settings }, { ...run.input }));
    takeStep(router, step, content);
  };
  const making = useAnalysis<Series, [NextStep, NonNullable<typeof account>]>({
    work: async (turn, step, accountOf) => {
      const found = await accountOf(turn);
      if (!found.ok) return found;
      const { keepAccount } = await import("./keep-account.ts");
      const kept = await keepAccount(found.value, turn);
      if (kept.ok && !turn.signal.aborted) take(step, { text: "", hash: kept.value.hash });
      return kept;
    },
  });
  const { drop } = making;
  useEffect(() => {
    // Whoever runs the tool again meanwhile stays on it.
    if (busy) drop();
  }, [busy, drop]);
  const go = (step: NextStep) => {
    if (step.takes === "account") return account && void making.run(step, account);
    const typed = run.text.trim() !== "";
    take(step, typed ? { text: run.text, hash: null } : run.series ? { text: "", hash: run.series.hash } : null);
  };
  const compare = () => void router?.navigate({ to: "/runs", search: { compare: `/${tool.split("/")[0]}` } });
  return (
    <nav aria-label="Next steps" data-report="none" className="flex flex-wrap items-center gap-2 border-line border-t pt-4">
      <span className="mr-1 text-muted text-small">Next, with the same data:</span>
      {steps.map((step) => (
        <Button key={step.label} size="small" busy={making.busy && step.takes === "account"} onPress={() => go(step)}>
          {step.label}
          <ArrowRight aria-hidden="true" size={13} />
        </Button>
      ))}
      <Button size="small" kind="quiet" onPress={compare}>
        Compare runs
        <ArrowRight aria-hidden="true" size={13} />
      </Button>
      <LateProgress progress={making.progress} onCancel={making.cancel} />
      <FailureBox failure={making.failure} revealed />
    </nav>
  );
}
