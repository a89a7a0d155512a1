import { useRef, useState } from "react";
import type { InfoPopoverProps } from "./info-popover.tsx";
import { onDemand } from "./on-demand.ts";
import type { Provenance } from "./provenance.ts";
import { useStable } from "./use-latest.ts";

export type { Provenance };

const popover = onDemand<InfoPopoverProps>(async () => (await import("./info-popover.tsx")).InfoPopover);

export interface InfoButtonProps extends Provenance {
  /** Where the popover opens: to the left of an ⓘ at the right edge, to the right of one beside a name. */
  placement?: "bottom end" | "bottom start";
}

/** Provenance of the figures on the page by their ⓘ element, for exports of the page as shown. */
export const shownProvenance = new WeakMap<Element, Provenance>();

export function InfoButton(props: InfoButtonProps) {
  const [open, setOpen] = useState(false);
  const close = useStable(() => setOpen(false));
  const Explanation = popover.usePart(open, close);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={(element) => {
          button.current = element;
          if (element) shownProvenance.set(element, props);
        }}
        type="button"
        aria-label={`About ${props.title}`}
        aria-expanded={open}
        onPointerEnter={popover.prepare}
        onFocus={popover.prepare}
        onClick={({ currentTarget }) => {
          currentTarget.focus({ preventScroll: true });
          setOpen(!open);
        }}
        className="tap group grid size-6 -my-1 -mr-1.5 shrink-0 cursor-default place-items-center rounded-full text-faint hover:text-text"
      >
        <span
          aria-hidden="true"
          className="grid size-3.5 place-items-center rounded-full border border-line-strong font-semibold text-[9px] leading-none group-hover:border-muted"
        >
          i
        </span>
      </button>
      {open && Explanation ? <Explanation {...props} button={button} onClose={close} /> : null}
    </>
  );
}
