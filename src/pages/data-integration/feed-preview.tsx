import { DAY, type Series } from "../../../workers/contract";
import type { NewsItem } from "../../../workers/feeds/types";
import { isoDayOrDash, moment, plain, plural } from "../../lib/format.ts";
import type { Preview } from "../../state/feeds/feed-contents";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";

const SHOWN = 5;

/** The first rows of a feed, before it is saved. */
export function FeedPreview({ preview }: { preview: Preview }) {
  return (
    <div className="overflow-hidden rounded-[6px] border border-line">
      {preview.kind === "market" ? <MarketRows series={preview.series} /> : <NewsRows items={preview.items} />}
    </div>
  );
}

const written = (time: number): string => (time % DAY === 0 ? isoDayOrDash(time) : moment(time));

function MarketRows({ series }: { series: Series }) {
  const { columns, times, length } = series;
  const rows = Array.from({ length: Math.min(SHOWN, length) }, (_, row) => row);
  const shown: TableColumn<number>[] = columns.map(({ name, values }, place) => ({
    id: `${place} ${name}`,
    header: name,
    cell: (row) => plain(values[row]),
  }));
  const dates: TableColumn<number>[] = times ? [{ id: "date", header: "Date", cell: (row) => written(times[row]), words: true }] : [];
  return (
    <>
      <DataTable label="First rows" columns={[...dates, ...shown]} rows={rows} rowKey={(row) => row} />
      <p className="border-line border-t px-3.5 py-1.5 text-muted text-small">
        {`The first ${rows.length} of ${plural(length, "row")}, oldest first`}
      </p>
    </>
  );
}

function NewsRows({ items }: { items: readonly NewsItem[] }) {
  const rows = items.slice(0, SHOWN).map((item, place) => ({ ...item, place }));
  return (
    <>
      <DataTable
        label="First news"
        columns={[
          {
            id: "date",
            header: "Date",
            cell: ({ time }) => <span className="whitespace-nowrap">{time === null ? "no date" : moment(time)}</span>,
            text: ({ time }) => moment(time),
            words: true,
          },
          {
            id: "title",
            header: "Title",
            cell: ({ title, text }) => (
              <span className="block min-w-48 max-w-[52ch]">
                <span className="block break-words">{title}</span>
                {text ? <span className="line-clamp-2 break-words text-muted text-small">{text}</span> : null}
              </span>
            ),
            text: ({ title, text }) => (text ? `${title}: ${text}` : title),
            words: true,
          },
        ]}
        rows={rows}
        rowKey={({ place }) => place}
      />
      <p className="border-line border-t px-3.5 py-1.5 text-muted text-small">
        {`The latest ${rows.length} of ${plural(items.length, "item")}, as plain text`}
      </p>
    </>
  );
}
