import { Button } from "./button.tsx";

interface PagerProps {
  /** What is paged, for the name of the navigation landmark. */
  label: string;
  /** Text for the current page: "1–25 of 300". */
  status: string;
  /** From 0. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** Adds buttons for the first and last page. */
  ends?: boolean;
  className?: string;
}

/** Status and navigation of a paged list. */
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
