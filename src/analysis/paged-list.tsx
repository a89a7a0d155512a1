import { type ReactNode, useState } from "react";
import { havingWords } from "../lib/find-words.ts";
import { count } from "../lib/format.ts";
import { Pager } from "../ui/pager.tsx";
import { TextField } from "../ui/text-field.tsx";

interface PagedListProps<Item> {
  /** Name of the items, for the labels of search box and pages: "clients". */
  label: string;
  items: readonly Item[];
  /** Text of an item that is searched. */
  textOf: (item: Item) => string;
  children: (shown: readonly Item[]) => ReactNode;
}

/** Items per page. */
const PAGE = 50;

/** A list of any length: if it does not fit a page, it has a search box and paging. */
export function PagedList<Item>({ label, items, textOf, children }: PagedListProps<Item>) {
  const [text, setText] = useState("");
  const [asked, setPage] = useState(0);
  if (items.length <= PAGE) return children(items);
  const found = havingWords(items, text, textOf);
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const page = Math.min(asked, pages - 1);
  const from = page * PAGE;
  const to = Math.min(found.length, from + PAGE);
  return (
    <>
      <TextField
        label={`Find in ${count(items.length)} ${label}`}
        value={text}
        onChange={(next) => {
          setText(next);
          setPage(0);
        }}
        className="max-w-80"
      />
      {children(found.slice(from, to))}
      <Pager
        label={label}
        status={found.length === 0 ? `No ${label} found` : `${count(from + 1)}–${count(to)} of ${count(found.length)}`}
        page={page}
        pages={pages}
        onPage={setPage}
        ends
      />
    </>
  );
}
