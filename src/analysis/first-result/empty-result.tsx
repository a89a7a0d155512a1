import { useLayoutEffect } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState, type EmptyStateProps } from "../../ui/empty-state.tsx";
import { keepFocus } from "../../ui/focus-keeper.ts";
import type { SeriesSource } from "../data/use-series-source";
import { Miniature } from "./miniature.tsx";

interface OfTool {
  /** Folder of the tool, and key of its sample result. */
  tool: string;
  busy?: boolean;
}

/** For a tool that starts with one series: a button that loads a sample, or the button that runs. */
export interface SeriesStartProps extends OfTool {
  source: SeriesSource;
  run: () => void;
  /** Runs the sample, if different from the button's action. */
  runSample?: () => void;
  /** Label of the button once there are data: "Fit 2 regimes". */
  label: string;
  /** Texts without and with data. */
  words: readonly [string, string];
}

export type EmptyResultProps = SeriesStartProps | (OfTool & Omit<EmptyStateProps, "picture">);

function ofSeries({ source, run, runSample = run, label, words: [missing, given] }: SeriesStartProps): EmptyStateProps {
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

/** Instructions, and a miniature of the tool's result on a sample. */
export function EmptyResult(props: EmptyResultProps) {
  // Its button disappears on the first press, possibly before the shell has loaded the code that keeps focus.
  useLayoutEffect(() => keepFocus(), []);
  const { children, actions } = "source" in props ? ofSeries(props) : props;
  return (
    <EmptyState actions={actions} busy={props.busy} picture={<Miniature tool={props.tool} />}>
      {children}
    </EmptyState>
  );
}
