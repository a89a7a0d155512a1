import type { ReactNode } from "react";

interface CardProps {
  /** Text, or a link or button: then the whole card is clickable, under that one name. */
  title: ReactNode;
  /** Badge or chip after the title. */
  badge?: ReactNode;
  /** At the right end of the title line: a figure, an ⓘ. Clickable separately. */
  aside?: ReactNode;
  children?: ReactNode;
  /** At the bottom, aligned across a row of cards. Clickable separately. */
  footer?: ReactNode;
  /** Highlighted among its neighbors: the current plan. */
  chosen?: boolean;
  /** Heading level of the title. */
  level?: 2 | 3;
  className?: string;
}

/** One of several similar items side by side: tools, features, plans. Not used inside a `Panel`. */
export function Card({ title, badge, aside, children, footer, chosen, level = 3, className = "" }: CardProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article
      className={`relative flex min-w-0 flex-col rounded-[8px] border bg-surface px-3.5 py-3 has-[:is(h2,h3)>:is(a,button):hover]:bg-raised ${
        chosen ? "border-accent" : "border-line has-[:is(h2,h3)>:is(a,button):hover]:border-line-strong"
      } ${className}`}
    >
      <div className="flex min-h-6 items-center gap-2">
        <Heading className="min-w-0 font-semibold text-data [&>:is(a,button)]:after:absolute [&>:is(a,button)]:after:inset-0 [&>:is(a,button)]:after:rounded-[8px] [&>:is(a,button):focus-visible]:outline-none [&>:is(a,button):focus-visible]:after:outline-2 [&>:is(a,button):focus-visible]:after:outline-accent">
          {title}
        </Heading>
        {badge}
        {aside ? <div className="relative z-1 ml-auto shrink-0">{aside}</div> : null}
      </div>
      {children ? <div className="mt-0.5 text-muted">{children}</div> : null}
      {footer ? <div className="relative z-1 mt-auto pt-3">{footer}</div> : null}
    </article>
  );
}

/** Cards in as many columns as fit, none narrower than `least` (in rem). */
export function CardGrid({ children, least = 17 }: { children: ReactNode; least?: number }) {
  return (
    <div className="grid gap-3" style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${least}rem, 100%), 1fr))` }}>
      {children}
    </div>
  );
}
