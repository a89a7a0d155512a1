import { type ReactNode, useId } from "react";
import { Held, useHeld } from "./held.tsx";
import { ScrollArea } from "./scroll-area.tsx";

interface PanelProps {
  title?: string;
  /** Muted text after the title: unit, period, subject. */
  note?: ReactNode;
  /** Small buttons at the right end of the header. */
  actions?: ReactNode;
  /** Muted line under the content: the finding and what to do about it. */
  footer?: ReactNode;
  children?: ReactNode;
  /** Content without padding (tables). */
  flush?: boolean;
  /** Heading level of the title: 3 inside a part of the page with its own h2. */
  level?: 2 | 3;
  /** Content is being recomputed: it stays readable, and screen readers wait for the new one. */
  busy?: boolean;
  className?: string;
}

/** Maximum characters of title and note beside buttons on a phone; more would be squeezed to one or two words per line. */
const MAX_BESIDE = 32;

/** One framed group of a screen. Panels are never nested. */
export function Panel({ title, note, actions, footer, children, flush, level = 2, busy, className = "" }: PanelProps) {
  const id = useId();
  const Heading = level === 2 ? "h2" : "h3";
  const isLong = (title?.length ?? 0) + (typeof note === "string" ? note.length : 0) > MAX_BESIDE;
  return useHeld((part) => (
    <section
      ref={part}
      aria-labelledby={title ? id : undefined}
      aria-busy={busy || undefined}
      className={`min-w-0 rounded-[8px] border border-line bg-surface ${className}`}
    >
      {title ? (
        <header
          className={`flex min-h-[40px] flex-wrap items-center gap-x-2.5 gap-y-1 border-line px-3.5 py-1.5 ${children === undefined && !footer ? "" : "border-b"}`}
        >
          {/* Text shrinks before the buttons wrap to their own line; on a phone only if it is short. */}
          <div
            className={`flex min-w-0 flex-wrap items-center gap-x-2.5 ${note ? "flex-[1_1_10rem]" : "flex-[1_1_8rem]"} ${isLong ? "max-sm:basis-[16rem]" : ""}`}
          >
            <Heading id={id} className="font-semibold text-data">
              {title}
            </Heading>
            {note ? <span className="min-w-0 text-muted">{note}</span> : null}
          </div>
          {actions ? (
            <div className="ml-auto flex flex-wrap items-center gap-1.5">
              <Held>{actions}</Held>
            </div>
          ) : null}
        </header>
      ) : null}
      {children === undefined ? null : flush ? (
        <ScrollArea label={title}>{children}</ScrollArea>
      ) : (
        <div className="px-3.5 py-3">{children}</div>
      )}
      {footer ? <div className="border-line border-t px-3.5 py-2 text-muted text-small">{footer}</div> : null}
    </section>
  ));
}

/** A titled group of settings in the rail: a heading and a hairline, no frame. */
export function RailSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return useHeld((part) => (
    <section
      ref={part}
      aria-labelledby={id}
      className="mb-4 flex flex-col gap-2.5 border-line border-b pb-4 last:mb-0 last:border-b-0 last:pb-0"
    >
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h2 id={id} className="font-semibold text-small">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  ));
}
