import { type ReactNode, Suspense, useEffect, useState } from "react";
import type { Progress } from "../../workers/contract";
import { Button } from "../ui/button.tsx";
import { deferred } from "../ui/deferred.ts";
import { Caution, FailureBox } from "../ui/failure-box.tsx";
import { FileDrop } from "../ui/file-drop.tsx";
import { Held, HeldPart } from "../ui/held.tsx";
import { LateProgress } from "../ui/late-progress.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { type TabItem, Tabs } from "../ui/tabs.tsx";
import { RAIL, ToolLayout } from "../ui/tool-layout.tsx";
import { type RunKeys, useRunKeys } from "../ui/use-run-keys.ts";
import type { SeriesSource } from "./data/use-series-source";
import { Making } from "./first-result/first-result.tsx";
import type { NextFrom } from "./next/next-steps.tsx";
import type { Analysis } from "./use-analysis";

const NextSteps = deferred(async () => (await import("./next/next-steps.tsx")).NextSteps);
const ChosenPeriod = deferred(async () => (await import("./chosen-period.tsx")).ChosenPeriod);

type Part = Pick<Analysis<unknown>, "busy" | "progress" | "failure" | "cancel" | "stale"> & {
  shown?: unknown;
  drawing?: boolean;
  behind?: Progress | null;
  /** Work is in progress without a progress bar. */
  underWay?: boolean;
  /** Repeats the last work; without it the result is not updated live while a period is being chosen. */
  run?: () => Promise<boolean>;
};

interface ToolScreenProps<Tab extends string> {
  title: string;
  badge?: ReactNode;
  /** One sentence. */
  description: string;
  /** What the button runs: progress and errors are shown above the results. */
  analysis: Part;
  /**
   * The button in the header; undefined if it is in the rail, with `keys` defining what runs. Disabled without input, unless the
   * specification defines a message for that ("Please select a file first"); Ctrl+Enter reports what is missing.
   */
  action?: { label: string; run: () => void; disabled?: boolean };
  /** The field that receives dropped files. Esc cancels its reading if nothing is running and `keys` does not define otherwise. */
  source: Pick<SeriesSource, "takeFile"> & Partial<Pick<SeriesSource, "reading" | "cancel" | "series" | "period">>;
  /** Clears data and results: null if there is nothing to clear, undefined for no button. */
  clear?: (() => void) | null;
  exportMenu?: ReactNode;
  /** Wrapper around rail and results. */
  around?: (layout: ReactNode) => ReactNode;
  /** Buttons before the one that runs. */
  buttons?: ReactNode;
  /** Overrides Ctrl+Enter and Esc, which default to the button and its cancel. */
  keys?: RunKeys;
  /** Shown above a result whose data or settings have changed; null while the view does not depend on one. */
  staleWords: string | null;
  failureActions?: ReactNode;
  /** Cautions about the data, above the results. */
  cautions?: ReactNode;
  /** Note on the result, above the selected view: it appears together with the result, so nothing moves. */
  note?: ReactNode;
  rail: ReactNode;
  /** One-line summary for the folded rail; undefined keeps it open. */
  summary: string | undefined;
  /** Inputs of the last result, for the next steps below it; none without a result. */
  next?: NextFrom | null | false;
  /** The views; a single view is passed as children. */
  tabs?: Omit<ToolViewsProps<Tab>, "frame">;
  children?: ReactNode;
}

interface ToolViewsProps<Tab extends string> {
  label: string;
  selected: Tab;
  onSelect: (tab: Tab) => void;
  items: readonly TabItem<Tab>[];
  /** Wrapper around the views: rail and notes. */
  frame: (views: ReactNode) => ReactNode;
}

/** Content below a view is out of sight until it has loaded: most take a page or more. */
const WAITING = <div aria-hidden="true" data-waiting className="min-h-dvh motion-safe:animate-pulse rounded-[4px] bg-line" />;

/** The views of a tool, each loaded on demand. */
export const ToolViews = <Tab extends string>({ items, ...tabs }: ToolViewsProps<Tab>) => (
  <Tabs
    {...tabs}
    tabs={items.map((item) => ({
      ...item,
      content: (
        <HeldPart className="flex min-w-0 flex-col gap-4">
          <Suspense fallback={WAITING}>{item.content}</Suspense>
        </HeldPart>
      ),
    }))}
  />
);

/** The views, with the note on the result above the selected one. */
const noted = <Tab extends string>(tabs: Omit<ToolViewsProps<Tab>, "frame">, note: ReactNode) => ({
  ...tabs,
  items: tabs.items.map(({ content, ...item }) => ({
    ...item,
    content: (
      <>
        {item.id === tabs.selected ? note : null}
        {content}
      </>
    ),
  })),
});

/** If a run is refused because of an input in the rail, scrolls the field's error into view. */
const useRefusalInView = (busy: boolean): void =>
  useEffect(() => {
    if (busy) return () => document.querySelector("aside [role=alert]")?.scrollIntoView({ block: "nearest" });
  }, [busy]);

/** The layout shared by all tools: header with buttons, results with notes on them, and the rail with data and settings. */
export function ToolScreen<Tab extends string>({
  analysis,
  action,
  source,
  rail,
  summary,
  tabs,
  children,
  ...props
}: ToolScreenProps<Tab>) {
  const { progress, cancel } = analysis;
  const [following, setFollowing] = useState(false);
  const busy = analysis.busy && !following;
  const behind = analysis.behind ?? (busy ? null : progress);
  const shown = busy ? { label: progress?.label || "Reading data", fraction: progress?.fraction ?? null } : behind;
  const usual = { run: busy ? undefined : action?.run, cancel: busy || behind ? cancel : source.reading ? source.cancel : undefined };
  useRunKeys(props.keys ?? usual);
  useRefusalInView(busy);
  const making = (busy || analysis.underWay || analysis.drawing) && !props.next;
  const line = summary ?? (making && RAIL);
  const layout = (views: ReactNode) => (
    <ToolLayout summary={line} resultsFirst={!(line || props.next)} rail={rail}>
      <LateProgress progress={shown} atOnce={busy} onCancel={cancel} />
      <FailureBox failure={analysis.failure} revealed actions={props.failureActions} />
      {props.cautions}
      {analysis.stale && props.staleWords && !following ? <Caution>{props.staleWords}</Caution> : null}
      {source.series?.period || source.period?.place.pace ? (
        <Suspense>
          <ChosenPeriod analysis={analysis} source={source} onFollowing={setFollowing} />
        </Suspense>
      ) : null}
      <Making value={making}>{views}</Making>
      {props.next ? (
        <Held>
          <Suspense>
            <NextSteps {...props.next} busy={busy} />
          </Suspense>
        </Held>
      ) : null}
    </ToolLayout>
  );
  const only = layout(<Suspense fallback={WAITING}>{children}</Suspense>);
  const header = (
    <PageHeader
      title={props.title}
      badge={props.badge}
      description={props.description}
      actions={
        <>
          {props.exportMenu ? <Suspense>{props.exportMenu}</Suspense> : null}
          {props.clear === undefined ? null : (
            <Button isDisabled={busy || props.clear === null} onPress={props.clear ?? undefined}>
              Clear
            </Button>
          )}
          {props.buttons}
          {action ? (
            <Button kind="primary" keys="Ctrl ↵" busy={busy} isDisabled={action.disabled} onPress={action.run}>
              {action.label}
            </Button>
          ) : null}
        </>
      }
    />
  );
  return (
    <FileDrop onFile={source.takeFile}>
      <Held>{header}</Held>
      {tabs ? <ToolViews {...noted(tabs, props.note)} frame={layout} /> : <div className="mt-4">{props.around?.(only) ?? only}</div>}
    </FileDrop>
  );
}
