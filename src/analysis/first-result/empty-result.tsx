import { useLayoutEffect } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState, type EmptyStateProps } from "../../ui/empty-state.tsx";
import { keepFocus } from "../../ui/focus-keeper.ts";
import type { SeriesSource } from "../data/use-series-source";
import { Miniature } from "./miniature.tsx";

interface OfTool {
  /** Folder of the tool, and its entry among the sample results. */
  tool: string;
  busy?: boolean;
}

/** Of a tool that starts with one series: a sample to start with, or the button that runs. */
export interface NothingYetProps extends OfTool {
  source: SeriesSource;
  run: () => void;
  /** What runs on the sample, where that is something else. */
  runSample?: () => void;
  /** What the button says once there is data: "Fit 2 regimes". */
  label: string;
  /** While there is no data, and once there is. */
  words: readonly [string, string];
}

export type EmptyResultProps = NothingYetProps | (OfTool & Omit<EmptyStateProps, "picture">);

function ofSeries({ source, run, runSample = run, label, words: [missing, given] }: NothingYetProps): EmptyStateProps {
  const startWithSample = () => {
    source.takeSample("wti");
    runSample();
  };
  const actions = (
    <Button kind="primary" onPress={source.empty ? startWithSample : run}>
      {source.empty ? "Start with a sample" : label}
    </Button>
  );
  return { actions, children: source.empty ? missing : given };
}

/** What to do, and the tool's own result on a sample in miniature. */
export function EmptyResult(props: EmptyResultProps) {
  // Its button goes with the first press, which may come before the shell has fetched what keeps the focus.
  useLayoutEffect(keepFocus, []);
  const { children, actions } = "source" in props ? ofSeries(props) : props;
  return (
    <EmptyState actions={actions} busy={props.busy} picture={<Miniature tool={props.tool} />}>
      {children}
    </EmptyState>
  );
}
