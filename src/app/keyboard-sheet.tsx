import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { menuLabel, screenAt } from "../routes.ts";
import { settings, settingsAtom } from "../state/settings";
import { PLACES, placeKey, SHORTCUTS, shortcutKey } from "../state/shortcuts";
import { Dialog } from "../ui/dialog.tsx";
import { Switch } from "../ui/switch.tsx";
import { COMMAND_KEY } from "./command-key.ts";

type Line = readonly [name: string, ...keys: string[]];

const ANYWHERE: readonly Line[] = [
  ["Search", `${COMMAND_KEY} K`],
  ["Undo, redo an edit of the workspace", `${COMMAND_KEY} Z`, `${COMMAND_KEY} ⇧ Z`],
];
const TOOLS: readonly Line[] = [
  ["Run", `${COMMAND_KEY} ↵`],
  ["Cancel, or close a dialog", "Esc"],
  ["Switch tabs", "Alt 1…9"],
  ["Previous or next symbol of a panel", "Alt PgUp", "Alt PgDn"],
  ["Save a strategy", `${COMMAND_KEY} S`],
];
const CHARTS: readonly Line[] = [
  ["Move the cursor", "←", "→"],
  ["Move by ten", "Shift ←", "Shift →"],
  ["First and last value", "Home", "End"],
  ["Zoom in, out, back to all", "+", "−", "0"],
  ["Open the row, if it has details", "↵"],
  ["Exit the drawing tool", "Esc"],
];
const REPLAY: readonly Line[] = [
  ["Play, pause", "Space"],
  ["Step back, forward", "←", "→"],
  ["Ten steps", "Shift ←", "Shift →"],
  ["First and last row", "Home", "End"],
];

/** All keyboard shortcuts. */
export function KeyboardSheet({ onClose }: { onClose: () => void }) {
  const kept = useAtomValue(settingsAtom);
  const { singleKeys } = kept;
  const go = shortcutKey("go", kept);
  const single = SHORTCUTS.filter(({ id }) => id !== "go").map(({ id, label }): Line => [label, shortcutKey(id, kept)]);
  const places = PLACES.flatMap((place): Line[] => {
    const screen = screenAt(place);
    return screen ? [[menuLabel(screen), go, placeKey(place, kept)]] : [];
  });
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} wide>
      <Switch on={singleKeys} onChange={(on) => settings.change({ singleKeys: on })} className="mb-3">
        Single-key shortcuts
      </Switch>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Lines title="Anywhere" lines={ANYWHERE} />
          <Lines title="Anywhere, single keys" lines={single} off={!singleKeys} />
          <Lines title="Tools" lines={TOOLS} />
          <Lines title="Charts" lines={CHARTS} />
          <Lines title="Replay" lines={REPLAY} />
        </div>
        <Lines title="Go to" lines={places} off={!singleKeys} />
      </div>
    </Dialog>
  );
}

function Lines({ title, lines, off }: { title: string; lines: readonly Line[]; off?: boolean }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">
        {title}
        {off ? <span className="font-normal text-muted">, turned off</span> : null}
      </h3>
      <dl>
        {lines.map(([name, ...keys]) => (
          <div key={name} className="flex items-center justify-between gap-3 border-line border-t py-1">
            <dt className="min-w-0 text-muted">{name}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key, index) => (
                <Key key={`${key} ${index === 0 ? "first" : "then"}`}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const Key = ({ children }: { children: ReactNode }) => <kbd className="keycap border-line-strong bg-surface text-text">{children}</kbd>;
