import type { Failure } from "../../../workers/contract";
import { clipped, fixed, isoDayOrDash, percent } from "../../lib/format.ts";
import { failureText } from "../../lib/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Direction } from "../../ui/direction.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useWords } from "../../ui/texts.ts";
import { NewsText } from "./news-text.tsx";
import { MARKS } from "./signal-results.tsx";
import type { SignalItem } from "./use-signal.ts";

const MAX_LETTERS = 60;

interface Row {
  index: number;
  item: SignalItem;
}

function Trouble({ failure }: { failure: Failure | null }) {
  const words = useWords(failure);
  return (
    <span className="block min-w-48 overflow-hidden text-ellipsis text-bad" title={words ?? undefined}>
      {words}
    </span>
  );
}

/** Several articles of one run: the signal of each, and a selection of the one shown below. */
export function BatchList({ items, shown, onShow }: { items: readonly SignalItem[]; shown: number; onShow: (index: number) => void }) {
  const columns: readonly TableColumn<Row>[] = [
    {
      id: "text",
      header: "Article",
      // An analyzed article is shown in full below; any other one can be read here.
      cell: ({ index, item }) =>
        item.analysis ? (
          <Button size="small" kind="quiet" onPress={() => onShow(index)}>
            <span className="block max-w-32 truncate sm:max-w-64">{clipped(item.text, MAX_LETTERS)}</span>
          </Button>
        ) : (
          <NewsText text={item.text || "empty"} className="max-w-32 px-2 sm:max-w-64" />
        ),
      text: ({ item }) => item.text,
    },
    {
      id: "direction",
      header: "Direction",
      words: true,
      cell: ({ index, item }) =>
        item.analysis ? (
          <span className="flex items-center gap-2">
            <Direction mark={MARKS[item.analysis.tradingSignals.direction]}>{item.analysis.tradingSignals.direction}</Direction>
            {index === shown ? <Chip>shown</Chip> : null}
            {item.analysis.belowThreshold ? <Chip tone="warn">below threshold</Chip> : null}
          </span>
        ) : (
          <Trouble failure={item.failure} />
        ),
      text: ({ item }) => item.analysis?.tradingSignals.direction ?? (item.failure && failureText(item.failure)) ?? "",
      sortBy: ({ item }) => item.analysis?.tradingSignals.direction,
    },
    {
      id: "strength",
      header: "Strength",
      cell: ({ item }) => percent(item.analysis?.tradingSignals.strength),
      sortBy: ({ item }) => item.analysis?.tradingSignals.strength,
    },
    {
      id: "confidence",
      header: "Confidence",
      cell: ({ item }) => percent(item.analysis?.tradingSignals.confidence),
      sortBy: ({ item }) => item.analysis?.tradingSignals.confidence,
    },
    {
      id: "sentiment",
      header: "Sentiment",
      cell: ({ item }) => fixed(item.analysis?.sentiment, 2),
      sortBy: ({ item }) => item.analysis?.sentiment,
    },
    { id: "date", header: "News date", cell: ({ item }) => isoDayOrDash(item.published), sortBy: ({ item }) => item.published },
  ];
  return (
    <Panel title="Articles" note="separated by ---" flush>
      <DataTable label="Articles" columns={columns} rows={items.map((item, index) => ({ item, index }))} rowKey={({ index }) => index} />
    </Panel>
  );
}
