import { type ReactNode, type RefObject, Suspense, useId } from "react";
import { Popover } from "react-aria-components";
import { deferred } from "./deferred.ts";
import { FLOATING } from "./field.tsx";
import type { Provenance } from "./provenance.ts";

// Loaded when opened: few readers need it.
const PlainSentence = deferred(async () => (await import("./plain-sentence.tsx")).PlainSentence);
const FormulaView = deferred(async () => (await import("./formula.tsx")).FormulaView);
const MethodText = deferred(async () => (await import("./method-text.tsx")).MethodText);

export interface InfoPopoverProps extends Provenance {
  placement?: "bottom end" | "bottom start";
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/**
 * The popover of an `InfoButton`, open as long as it is mounted. The popover itself is the dialog, so that elements the library adds beside
 * its content are inside it.
 */
export function InfoPopover({ button, onClose, placement = "bottom end", ...provenance }: InfoPopoverProps) {
  const { title, formula, settings, n, source, differs, computedBy, choice } = provenance;
  const heading = useId();
  const rows: [string, ReactNode][] = [...(settings ?? []).map(([name, value]): [string, ReactNode] => [name, value])];
  if (n) rows.push(["n", n]);
  if (source) rows.push(["Source", source]);
  return (
    <Popover
      isOpen
      triggerRef={button}
      aria-labelledby={heading}
      placement={placement}
      onOpenChange={(open) => !open && onClose()}
      className={`${FLOATING} w-[min(23rem,92vw)] overflow-auto`}
    >
      <div className="p-3.5">
        <h2 id={heading} className="mb-2 font-semibold text-data">
          {title}
        </h2>
        <Suspense>
          <PlainSentence title={title} />
        </Suspense>
        <div className="num text-small">
          <Suspense fallback={formula}>{typeof formula === "string" ? <FormulaView text={formula} /> : formula}</Suspense>
        </div>
        {rows.length > 0 ? (
          <dl className="mt-2.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 border-line border-t pt-2.5 text-small">
            {rows.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="min-w-0">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {differs ? <p className="mt-2.5 border-line border-t pt-2.5 text-muted text-small">{differs}</p> : null}
        {choice ? (
          <div className="mt-2.5 border-line border-t pt-2.5">
            <Suspense>{choice}</Suspense>
          </div>
        ) : null}
        <Suspense>{computedBy ? <MethodText name={computedBy} /> : null}</Suspense>
      </div>
    </Popover>
  );
}
