import { useNavigate } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { count, moment } from "../../lib/format.ts";
import { menuLabel, screens } from "../../routes.ts";
import { edits } from "../../state/edits";
import { type FeedBody, INTERVALS } from "../../state/feeds/feed-body";
import { addressOf, type Feed, feeds, feedsAtom } from "../../state/feeds/feed-records";
import { changeFeed, feedActivityAtom, refreshFeed, removeFeed } from "../../state/feeds/feeds";
import { newsText } from "../../state/feeds/news-text";
import { handOver } from "../../state/hand-over";
import { offerInputs } from "../../state/screen-inputs";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { Menu, type MenuChoice } from "../../ui/menu.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toastFailure } from "../../ui/toast-queue.ts";
import { Verdict } from "../../ui/verdict.tsx";
import { INTERVAL_WORDS, intervalsOf, stateOf } from "./feed-words.ts";
import { SimulatedChip } from "./simulated-chip.tsx";
import { SimulatedFeed } from "./simulated-feed.tsx";

/** The feeds of this device, with their actions. */
export function FeedList() {
  const { ready, records, warning } = useAtomValue(feedsAtom);
  const activity = useAtomValue(feedActivityAtom);
  return (
    <Panel title="Feeds" note="updated while Prospect is open in a tab" flush={records.length > 0} busy={!ready}>
      {warning ? <Caution>{warning}</Caution> : null}
      {ready ? null : <Skeleton rows={3} />}
      {ready && records.length === 0 ? (
        <EmptyState actions={<SimulatedFeed />}>No feeds yet. Enter an address above, or demo: for a simulated feed.</EmptyState>
      ) : null}
      {records.length > 0 ? (
        <DataTable
          label="Feeds"
          rows={records}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "name",
              header: "Name",
              cell: (feed) => <FeedName feed={feed} />,
              text: ({ body }) => body.name,
              sortBy: ({ body }) => body.name,
              words: true,
            },
            {
              id: "state",
              header: "State",
              cell: (feed) => <State feed={feed} activity={activity} />,
              text: (feed) => stateOf(feed, activity).words,
              sortBy: (feed) => stateOf(feed, activity).words,
              words: true,
            },
            { id: "rows", header: "Rows", cell: ({ body }) => count(body.rows), sortBy: ({ body }) => body.rows },
            { id: "fetched", header: "Last fetch", cell: ({ body }) => moment(body.fetchedAt), sortBy: ({ body }) => body.fetchedAt },
            {
              id: "interval",
              header: "Interval",
              cell: ({ body }) => <span className="whitespace-nowrap">{INTERVAL_WORDS[body.interval]}</span>,
              text: ({ body }) => INTERVAL_WORDS[body.interval],
              words: true,
            },
            {
              id: "actions",
              header: "Actions",
              text: null,
              words: true,
              cell: (feed) => <FeedActions feed={feed} reading={activity.reading.has(feed.id)} />,
            },
          ]}
        />
      ) : null}
    </Panel>
  );
}

/** Opens the data of a feed in another tool. */
function useOpeners() {
  const navigate = useNavigate();
  return ({ dataset, kind, news }: FeedBody): MenuChoice[] => {
    if (kind === "news") {
      const use = (screen: string, inputs: object) => () => {
        offerInputs(screen, inputs);
        void navigate({ to: `/${screen}` });
      };
      const disabled = news.length === 0;
      return [
        { id: "llm-trader", label: "LLM Trader", onChoose: use("llm-trader", { news: newsText(news), published: null }), disabled },
        { id: "alpha-miner", label: "Alpha Miner", onChoose: use("alpha-miner", { news: newsText(news) }), disabled },
      ];
    }
    return screens
      .filter(({ dataField }) => dataField)
      .map((screen) => ({
        id: screen.paths[0],
        label: menuLabel(screen),
        disabled: dataset === null,
        onChoose: () => {
          handOver(screen.dataField ?? "", { text: "", hash: dataset });
          void navigate({ to: screen.paths[0] });
        },
      }));
  };
}

/** The user's settings of a feed; its incoming data are not an edit. */
function chosenOf(id: string): string | undefined {
  const body = feeds.find(id)?.body;
  return body && JSON.stringify([body.name, body.address, body.interval, body.paused]);
}

function FeedActions({ feed, reading }: { feed: Feed; reading: boolean }) {
  const usesOf = useOpeners();
  const refresh = async () => {
    const outcome = await refreshFeed(feed.id, true);
    if (!outcome.ok) toastFailure(outcome.failure);
  };
  const remove = async () => {
    const command = { what: `removal of feed ${feed.body.name}`, run: () => removeFeed(feed.id), stamp: () => chosenOf(feed.id) };
    const outcome = await edits.make(command, `Removed ${feed.body.name}`, {
      detail: feed.body.kind === "market" ? "Its data stays among the loaded series." : undefined,
    });
    if (!outcome.ok) toastFailure(outcome.failure);
  };
  const choices: MenuChoice[] = [
    ...INTERVALS.filter((interval) => intervalsOf(feed.body.form).includes(interval)).map((interval) => ({
      id: `every ${interval}`,
      label: interval === 0 ? "Refresh manually" : `Refresh every ${INTERVAL_WORDS[interval]}`,
      current: interval === feed.body.interval,
      onChoose: () => void changeFeed(feed.id, { interval }),
    })),
    { id: "remove", label: "Remove", divided: true, onChoose: () => void remove() },
  ];
  return (
    <span className="flex gap-1.5">
      <Button
        size="small"
        busy={reading}
        isDisabled={addressOf(feed) === null}
        onPress={() => void refresh()}
        aria-label={`Refresh ${feed.body.name}`}
      >
        Refresh
      </Button>
      <Button
        size="small"
        onPress={() => void changeFeed(feed.id, { paused: !feed.body.paused })}
        aria-label={`${feed.body.paused ? "Resume" : "Pause"} ${feed.body.name}`}
      >
        {feed.body.paused ? "Resume" : "Pause"}
      </Button>
      <Menu
        label={`Open ${feed.body.name} in`}
        choices={usesOf(feed.body)}
        trigger={
          <Button size="small" aria-label={`Open ${feed.body.name} in`}>
            Open
          </Button>
        }
      />
      <Menu
        label={`More about ${feed.body.name}`}
        choices={choices}
        trigger={
          <Button size="small" aria-label={`More about ${feed.body.name}`}>
            More
          </Button>
        }
      />
    </span>
  );
}

function FeedName({ feed: { body } }: { feed: Feed }) {
  return (
    <span className="block min-w-40 max-w-80 max-[640px]:w-40">
      <span className="flex flex-wrap items-center gap-1.5">
        <span className="min-w-0 break-words font-[550]">{body.name}</span>
        <Badge>{body.kind === "market" ? "Market" : "News"}</Badge>
        {body.form === "simulator" ? <SimulatedChip /> : null}
      </span>
      <span className="block truncate text-muted text-small" title={body.address}>
        {body.form === "file" ? `${body.address}, a file of this device` : body.address}
        {body.whole ? "" : " …"}
      </span>
    </span>
  );
}

function State({ feed, activity }: { feed: Feed; activity: Parameters<typeof stateOf>[1] }) {
  const { mark, words, detail } = stateOf(feed, activity);
  return (
    <span className="block min-w-28 max-w-72">
      {mark ? <Verdict state={mark}>{words}</Verdict> : words}
      {detail ? <span className="block whitespace-normal break-words text-muted text-small">{detail}</span> : null}
    </span>
  );
}
