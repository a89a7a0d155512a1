import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { DATA_ENDINGS } from "../../workers/contract";
import { Button } from "./button.tsx";

interface FileDropOptions {
  onFile: (file: File) => void;
  /** Dropped text; without this handler only files are accepted. */
  onText?: (text: string) => void;
  disabled?: boolean;
}

/**
 * Makes an element accept a dropped file (the first one) or text. Uses native events: keyboard users have file picker and paste, and the
 * library's drag and drop would be as large as the rest of a screen.
 */
export function useFileDrop({ onFile, onText, disabled }: FileDropOptions) {
  const [isDropTarget, setDropTarget] = useState(false);
  const takes = ({ dataTransfer: { types } }: DragEvent) =>
    !disabled && (types.includes("Files") || (onText !== undefined && types.includes("text/plain")));
  const hover = (event: DragEvent) => {
    if (!takes(event)) return;
    // Otherwise the browser would open the file. The innermost drop target wins.
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
    setDropTarget(true);
  };
  const dropProps = {
    onDragEnter: hover,
    onDragOver: hover,
    onDragLeave: (event: DragEvent) => {
      const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
      if (!inside) setDropTarget(false);
    },
    onDrop: (event: DragEvent) => {
      setDropTarget(false);
      if (!takes(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const [file] = event.dataTransfer.files;
      if (file) onFile(file);
      else onText?.(event.dataTransfer.getData("text/plain"));
    },
  };
  return { dropProps, isDropTarget };
}

/**
 * Makes everything inside (a screen, a card) a drop target, outlined while a file hovers over it. A file dropped outside any target, such
 * as on the menu, is accepted too.
 */
export function FileDrop({ children, className = "", ...options }: FileDropOptions & { children: ReactNode; className?: string }) {
  const { dropProps, isDropTarget } = useFileDrop(options);
  // A field restores its stored content when its screen opens: a file accepted earlier would be overwritten by it.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <div
      {...dropProps}
      data-files={ready && !options.disabled ? "" : undefined}
      className={`rounded-[8px] ${isDropTarget ? "outline-2 outline-accent outline-dashed outline-offset-4" : ""} ${className}`}
    >
      {children}
    </div>
  );
}

interface FileButtonProps {
  children: ReactNode;
  onFile: (file: File) => void;
  /** File extensions and types offered by the picker; any other file can still be dropped. */
  accept?: readonly string[];
  disabled?: boolean;
  /** The chosen file is being read: keeps focus and ignores presses. */
  busy?: boolean;
  size?: "normal" | "small";
}

/** Extensions of data files, which the picker offers first. */
export const DATA_FILES = DATA_ENDINGS.map((ending) => `.${ending}`);
/** Additionally accepted by data fields: encrypted files of shared settings, for which the shell asks the passphrase. */
const FIELD_FILES = [...DATA_FILES, ".sealed"];

/** Opens the file picker. */
export function FileButton({ children, onFile, accept = FIELD_FILES, disabled, busy, size = "small" }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const pick = () => {
    if (!input.current) return;
    // Reset, so that choosing the same file again is reported.
    input.current.value = "";
    input.current.click();
  };
  return (
    <>
      <Button size={size} isDisabled={disabled} busy={busy} onPress={pick}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept.join(",")}
        onChange={({ currentTarget: { files } }) => files?.[0] && onFile(files[0])}
        hidden
      />
    </>
  );
}
