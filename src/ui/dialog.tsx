import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./button.tsx";
import { useOutsidePress } from "./use-outside-press.ts";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom, right-aligned. */
  actions?: ReactNode;
  /** A Cancel button before them, which closes it. */
  cancel?: boolean;
  /** Requires an answer: a click outside does not close it. */
  answer?: boolean;
  /** One and a half times the normal width: for two columns. */
  wide?: boolean;
}

export function Dialog({ title, onClose, children, actions, cancel, answer, wide }: DialogProps) {
  const closesOutside = useOutsidePress();
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(next) => !next && onClose()}
      isDismissable={!answer}
      shouldCloseOnInteractOutside={closesOutside}
      className="fixed inset-0 z-50 grid place-items-center overflow-y-auto bg-scrim p-4"
    >
      <Modal
        className={`${wide ? "w-[min(49rem,100%)]" : "w-[min(32rem,100%)]"} rounded-[8px] border border-line-strong bg-raised [--ground:var(--raised)]`}
      >
        <AriaDialog role={answer ? "alertdialog" : "dialog"} className="outline-none">
          <header className="flex items-center justify-between gap-3 border-line border-b py-2 pr-2 pl-3.5">
            <Heading slot="title" className="font-semibold text-title">
              {title}
            </Heading>
            <Button kind="quiet" square aria-label="Close" onPress={onClose}>
              <X aria-hidden="true" size={16} />
            </Button>
          </header>
          <div className="px-3.5 py-3">{children}</div>
          {actions ? (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-3.5 py-2.5">
              {cancel ? <Button onPress={onClose}>Cancel</Button> : null}
              {actions}
            </footer>
          ) : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
