import { Suspense } from "react";
import { deferred } from "../ui/deferred.ts";

const Palette = deferred(async () => (await import("./palette.tsx")).Palette);
const KeyboardSheet = deferred(async () => (await import("./keyboard-sheet.tsx")).KeyboardSheet);
const MethodDialog = deferred(async () => (await import("./method-dialog.tsx")).MethodDialog);
const TablesDialog = deferred(async () => (await import("../ui/tables-dialog.tsx")).TablesDialog);
const OpenDataset = deferred(async () => (await import("../pages/parts/open-dataset.tsx")).OpenDataset);

/** What is open over the page; one at a time. */
export type Overlay =
  | { kind: "search" }
  | { kind: "keyboard" }
  | { kind: "tables" }
  | { kind: "method"; name: string; title: string }
  | { kind: "dataset"; hash: string; name: string };

interface OverlaysProps {
  overlay: Overlay | null;
  show: (overlay: Overlay | null) => void;
  /** Performs the action of a shortcut or a search entry. */
  act: (action: ShellAction) => void;
}
export type ShellAction = "sidebar" | "notifications";

export function Overlays({ overlay, show, act }: OverlaysProps) {
  const close = () => show(null);
  if (!overlay) return null;
  return (
    <Suspense>
      {overlay.kind === "search" ? <Palette onClose={close} show={show} act={act} /> : null}
      {overlay.kind === "keyboard" ? <KeyboardSheet onClose={close} /> : null}
      {overlay.kind === "tables" ? <TablesDialog onClose={close} /> : null}
      {overlay.kind === "method" ? <MethodDialog {...overlay} onClose={close} /> : null}
      {overlay.kind === "dataset" ? <OpenDataset hash={overlay.hash} name={overlay.name} onClose={close} /> : null}
    </Suspense>
  );
}
