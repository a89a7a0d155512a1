import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Disclosure as AriaDisclosure, Button, DisclosurePanel, Heading } from "react-aria-components";

interface DisclosureProps {
  title: ReactNode;
  /** Muted text at the right end, visible while closed: "3 of 5 set". */
  note?: ReactNode;
  /** Omit to leave the state uncontrolled. */
  open?: boolean;
  onToggle?: (open: boolean) => void;
  startsOpen?: boolean;
  /** Heading level of the title. */
  level?: 2 | 3 | 4;
  disabled?: boolean;
  children: ReactNode;
}

/** Rarely needed content, collapsed under its title. The browser's "find in page" opens it. */
export function Disclosure({ title, note, open, onToggle, startsOpen = false, level = 3, disabled, children }: DisclosureProps) {
  const [own, setOwn] = useState(startsOpen);
  const toggle = (next: boolean) => {
    setOwn(next);
    onToggle?.(next);
  };
  return (
    <AriaDisclosure isExpanded={open ?? own} onExpandedChange={toggle} isDisabled={disabled} className="group/disclosure">
      <Heading level={level}>
        <Button
          slot="trigger"
          className="flex min-h-[30px] w-full cursor-default items-center gap-1.5 rounded-[6px] text-left font-[550] text-data -outline-offset-2 disabled:opacity-50"
        >
          <ChevronRight
            aria-hidden="true"
            size={14}
            className="shrink-0 text-faint duration-100 group-expanded/disclosure:rotate-90 motion-safe:transition-transform"
          />
          <span className="min-w-0 flex-1">{title}</span>
          {note ? <span className="shrink-0 font-normal text-muted text-small">{note}</span> : null}
        </Button>
      </Heading>
      <DisclosurePanel className="pl-5">
        <div className="py-2">{children}</div>
      </DisclosurePanel>
    </AriaDisclosure>
  );
}
