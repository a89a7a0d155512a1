import { type ReactNode, Suspense } from "react";
import { Button, Dialog, DialogTrigger, Heading, Popover } from "react-aria-components";
import { deferred } from "./deferred.ts";
import { FLOATING } from "./field.tsx";

// What is read by few comes when it is opened.
const PlainSentence = deferred(async () => (await import("./plain-sentence.tsx")).PlainSentence);
const MethodText = deferred(async () => (await import("./method-text.tsx")).MethodText);

/** Where a number comes from. Everything but the formula may be left out when there is nothing true to say. */
export interface Provenance {
  /** Name of the quantity: heads the popover. */
  title: string;
  /** The formula or rule, in words or symbols. */
  formula: ReactNode;
  /** Settings used: [name, value]. */
  settings?: readonly (readonly [string, ReactNode])[];
  /** Sample size, ready to show: "1,974 returns". */
  n?: string;
  /** Paper, book or standard the definition follows. */
  source?: ReactNode;
  /** Why other programs may show another number. */
  differs?: ReactNode;
  /** The function that computes it: its own formula, source and tolerance follow below. */
  computedBy?: string;
}

export interface InfoButtonProps extends Provenance {
  /** Where the explanation opens: to the left of a mark at the right end, to the right of one beside a name. */
  placement?: "bottom end" | "bottom start";
}

/** What stands behind the figures of a page, by the ⓘ that says so, for whoever reads the page as it is shown. */
export const shownProvenance = new WeakMap<Element, Provenance>();

export function InfoButton({ placement = "bottom end", ...props }: InfoButtonProps) {
  const { title, formula, settings, n, source, differs, computedBy } = props;
  const rows: [string, ReactNode][] = [...(settings ?? []).map(([name, value]): [string, ReactNode] => [name, value])];
  if (n) rows.push(["n", n]);
  if (source) rows.push(["Source", source]);
  return (
    <DialogTrigger>
      <Button
        ref={(button: HTMLButtonElement | null) => {
          if (button) shownProvenance.set(button, props);
        }}
        aria-label={`About ${title}`}
        className="group grid size-6 -my-1 -mr-1.5 shrink-0 cursor-default place-items-center rounded-full text-faint hover:text-text"
      >
        <span
          aria-hidden="true"
          className="grid size-3.5 place-items-center rounded-full border border-line-strong font-semibold text-[9px] leading-none group-hover:border-muted"
        >
          i
        </span>
      </Button>
      <Popover placement={placement} className={`${FLOATING} w-[min(23rem,92vw)] overflow-auto`}>
        <Dialog className="p-3.5 outline-none">
          <Heading slot="title" className="mb-2 font-semibold text-data">
            {title}
          </Heading>
          <Suspense>
            <PlainSentence title={title} />
          </Suspense>
          <div className="num text-small">{formula}</div>
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
          <Suspense>{computedBy ? <MethodText name={computedBy} /> : null}</Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
