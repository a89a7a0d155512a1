import { type ReactNode, type RefObject, useRef } from "react";
import { FileTrigger, isFileDropItem, isTextDropItem, useDrop } from "react-aria-components";
import { Button } from "./button.tsx";

interface FileDropOptions {
  ref: RefObject<HTMLElement | null>;
  onFile: (file: File) => void;
  /** Dropped text; without it only files are taken. */
  onText?: (text: string) => void;
  disabled?: boolean;
}

/** Makes an element take a dropped file (the first one) or text. */
export function useFileDrop({ ref, onFile, onText, disabled }: FileDropOptions) {
  return useDrop({
    ref,
    isDisabled: disabled,
    getDropOperation: () => "copy",
    onDrop: async ({ items }) => {
      const file = items.find(isFileDropItem);
      if (file) return onFile(await file.getFile());
      const text = items.find(isTextDropItem);
      if (text && onText) onText(await text.getText("text/plain"));
    },
  });
}

/** Makes everything inside it (a card, a rail) a place to drop a file on; the outline says so while one hovers. */
export function FileDrop({
  onFile,
  onText,
  disabled,
  children,
  className = "",
}: Omit<FileDropOptions, "ref"> & { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const { dropProps, isDropTarget } = useFileDrop({ ref, onFile, onText, disabled });
  return (
    <div
      ref={ref}
      {...dropProps}
      className={`rounded-[8px] ${isDropTarget ? "outline-2 outline-accent outline-dashed outline-offset-4" : ""} ${className}`}
    >
      {children}
    </div>
  );
}

export interface FileButtonProps {
  children: ReactNode;
  onFile: (file: File) => void;
  /** Endings and types the picker offers; any other file can still be dropped. */
  accept?: readonly string[];
  disabled?: boolean;
  size?: "normal" | "small";
}

/** Opens the file picker. */
export function FileButton({ children, onFile, accept = [".csv", ".txt"], disabled, size = "small" }: FileButtonProps) {
  return (
    <FileTrigger
      acceptedFileTypes={accept}
      onSelect={(files) => {
        const file = files?.[0];
        if (file) onFile(file);
      }}
    >
      <Button size={size} isDisabled={disabled}>
        {children}
      </Button>
    </FileTrigger>
  );
}
