import { Button } from "./button.tsx";

export interface PagerProps {
  /** What the pages are of, for the navigation's name. */
  label: string;
  /** Which part is shown. */
  status: string;
  /** From 0. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** Also offers the first page and the last one. */
  ends?: boolean;
  className?: string;
}

/** Which page of a long list is shown, and the way to the others. */
export function Pager({ label, status, page, pages, onPage, ends = false, className = "" }: PagerProps) {
  const way = (name: string, to: number, isDisabled: boolean) => (
    <Button size="small" kind="quiet" isDisabled={isDisabled} onPress={() => onPage(to)}>
      {name}
    </Button>
  );
  const [first, last] = [page === 0, page >= pages - 1];
  return (
    <nav aria-label={`Pages of ${label}`} className={`flex flex-wrap items-center justify-between gap-2 ${className}`}>
      <span role="status" className="num text-muted text-small">
        {status}
      </span>
      <span className="flex gap-1">
        {ends ? way("First", 0, first) : null}
        {way("Previous", page - 1, first)}
        {way("Next", page + 1, last)}
        {ends ? way("Last", pages - 1, last) : null}
      </span>
    </nav>
  );
}
