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
  /** Work is under way without a bar. */
  underWay?: boolean;
  /** Does the work again as it was done last; without it a result does not follow the hand over the series. */
  run?: () => Promise<boolean>;
};

export interface ToolScreenProps<Tab extends string> {
  title: string;
  badge?: ReactNode;
  /** One sentence. */
  description: string;
  /** What the button runs: its progress and trouble stand above the results. */
  analysis: Part;
  /**
   * The button of the header; undefined where it stands in the rail, and `keys` says what runs. Without its input it is disabled, unless the
   * specification has words for such a press ("Please select a file first"); Ctrl+Enter says what is missing.
   */
  action?: { label: string; run: () => void; disabled?: boolean };
  /** The field a dropped file goes to. Esc ends its reading where nothing runs and `keys` says nothing else. */
  source: Pick<SeriesSource, "takeFile"> & Partial<Pick<SeriesSource, "reading" | "cancel" | "series" | "period">>;
  /** Clears data and results: null while there is nothing to clear, undefined for no button. */
  clear?: (() => void) | null;
  exportMenu?: ReactNode;
  /** What stands around rail and results. */
  around?: (layout: ReactNode) => ReactNode;
  /** Buttons before the one that runs. */
  buttons?: ReactNode;
  /** What Ctrl+Enter and Esc do, where that is not the button and its cancel. */
  keys?: RunKeys;
  /** Said above a result whose data or settings have changed; null while that view is not about one. */
  staleWords: string | null;
  failureActions?: ReactNode;
  /** What is to be said of the data, above the results. */
  cautions?: ReactNode;
  /** What is to be said of the result, above the view that is looked at: it comes with the result, and so moves nothing. */
  note?: ReactNode;
  rail: ReactNode;
  /** The rail in one line, where it is folded; undefined leaves it open. */
  summary: string | undefined;
  /** What the last result was made from: what people do next with it stands below; nothing while there is none. */
  next?: NextFrom | null | false;
  /** The views, or one view as children. */
  tabs?: Omit<ToolViewsProps<Tab>, "frame">;
  children?: ReactNode;
}

export interface ToolViewsProps<Tab extends string> {
  label: string;
  selected: Tab;
  onSelect: (tab: Tab) => void;
  items: readonly TabItem<Tab>[];
  /** What stands around the views: the rail, and what is to be said. */
  frame: (views: ReactNode) => ReactNode;
}

/** What follows a view is out of sight until it has come: most take a page and more. */
const WAITING = <div aria-hidden="true" data-waiting className="min-h-dvh motion-safe:animate-pulse rounded-[4px] bg-line" />;

/** The views of a tool, each fetched when it is wanted. */
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

/** The views, and above the one that is looked at what is said of the result. */
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

/** A run that is refused for what stands in the rail: the field says why, which on a narrow screen may be below the fold. */
const useRefusalInView = (busy: boolean): void =>
  useEffect(() => {
    if (busy) return () => document.querySelector("aside [role=alert]")?.scrollIntoView({ block: "nearest" });
  }, [busy]);

/** The layout every tool shares: header with its buttons, results with what is to be said about them, and the rail with data and settings. */
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
            <NextSteps {...props.next} />
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
