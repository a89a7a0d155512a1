import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { DATA_ENDINGS } from "../../workers/contract";
import { Button } from "./button.tsx";

interface FileDropOptions {
  onFile: (file: File) => void;
  /** Dropped text; without it only files are taken. */
  onText?: (text: string) => void;
  disabled?: boolean;
}

/**
 * Makes an element take a dropped file (the first one) or text. The browser's own events: keyboard users have the picker and paste, and
 * the library's drag and drop between elements would be as large as the rest of a screen.
 */
export function useFileDrop({ onFile, onText, disabled }: FileDropOptions) {
  const [isDropTarget, setDropTarget] = useState(false);
  const takes = ({ dataTransfer: { types } }: DragEvent) =>
    !disabled && (types.includes("Files") || (onText !== undefined && types.includes("text/plain")));
  const hover = (event: DragEvent) => {
    if (!takes(event)) return;
    // Without this the browser would open the file; and the place inside wins over the card around it.
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
 * Makes everything inside it (a screen, a card) a place to drop a file on; the outline says so while one hovers. A file dropped where nothing
 * takes it, on the menu say, is for the place too.
 */
export function FileDrop({ children, className = "", ...options }: FileDropOptions & { children: ReactNode; className?: string }) {
  const { dropProps, isDropTarget } = useFileDrop(options);
  // What a field held comes back when its screen is there: a file given before would be taken for what it held.
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

export interface FileButtonProps {
  children: ReactNode;
  onFile: (file: File) => void;
  /** Endings and types the picker offers; any other file can still be dropped. */
  accept?: readonly string[];
  disabled?: boolean;
  size?: "normal" | "small";
}

/** Files that data are read from, whatever they are called; the picker offers these first. */
export const DATA_FILES = DATA_ENDINGS.map((ending) => `.${ending}`);
/** What a data field takes besides: encrypted files of shared settings, about which the shell asks. */
const FIELD_FILES = [...DATA_FILES, ".sealed"];

/** Opens the file picker. */
export function FileButton({ children, onFile, accept = FIELD_FILES, disabled, size = "small" }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const pick = () => {
    if (!input.current) return;
    // The same file may be chosen again, and is reported again.
    input.current.value = "";
    input.current.click();
  };
  return (
    <>
      <Button size={size} isDisabled={disabled} onPress={pick}>
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
