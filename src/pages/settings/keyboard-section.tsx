import { useAtomValue } from "jotai";
import { useState } from "react";
import { Input, TextField } from "react-aria-components";
import { menuLabel, screenAt } from "../../routes.ts";
import { settings, settingsAtom } from "../../state/settings";
import { holderOf, PLACES, type Place, placeKey, SHORTCUTS, type ShortcutId, shortcutKey, withKey } from "../../state/shortcuts";
import { Button } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Section } from "./section.tsx";

const isPlace = (id: ShortcutId | Place): id is Place => id.startsWith("/");
const nameOf = (id: ShortcutId | Place): string => {
  if (!isPlace(id)) return SHORTCUTS.find((shortcut) => shortcut.id === id)?.label ?? id;
  const screen = screenAt(id);
  return screen ? menuLabel(screen) : id;
};

/** Configurable keys: type another key into its box. A key already in use is refused with a message. */
export function KeyboardSection() {
  const kept = useAtomValue(settingsAtom);
  const [refused, setRefused] = useState<{ id: ShortcutId | Place; key: string; holder: ShortcutId | Place } | null>(null);
  const take = (id: ShortcutId | Place, typed: string) => {
    // The last character counts: typing over the old one needs no deleting.
    const key = [...typed.trim()].at(-1);
    if (key === undefined) return;
    const holder = holderOf(key, id, kept);
    setRefused(holder === null ? null : { id, key, holder });
    if (holder === null) settings.change({ keys: withKey(kept.keys, id, key) });
  };
  const row = (id: ShortcutId | Place, key: string) => (
    <KeyRow
      key={id}
      name={nameOf(id)}
      value={key}
      onType={(typed) => take(id, typed)}
      disabled={!kept.singleKeys}
      wrong={refused?.id === id}
    />
  );
  const go = shortcutKey("go", kept);
  return (
    <Section
      id="keyboard"
      actions={
        <Button size="small" isDisabled={Object.keys(kept.keys).length === 0} onPress={() => settings.change({ keys: {} })}>
          Restore defaults
        </Button>
      }
    >
      <Switch on={kept.singleKeys} onChange={(on) => settings.change({ singleKeys: on })}>
        Single-key shortcuts
      </Switch>
      {refused ? (
        <p role="alert" className="text-bad text-small">
          “{refused.key}” is already used for {nameOf(refused.holder)}. Assign it another key first.
        </p>
      ) : null}
      <ul aria-label="Shortcuts">{SHORTCUTS.map(({ id }) => row(id, shortcutKey(id, kept)))}</ul>
      <div>
        <p className="mb-1 text-muted text-small" id="after-go">
          After <kbd className="keycap border-line-strong">{go}</kbd>, go to
        </p>
        <ul aria-labelledby="after-go" className="gap-x-6 sm:columns-2">
          {PLACES.map((place) => row(place, placeKey(place, kept)))}
        </ul>
      </div>
    </Section>
  );
}

interface KeyRowProps {
  name: string;
  value: string;
  onType: (typed: string) => void;
  disabled: boolean;
  wrong: boolean;
}

function KeyRow({ name, value, onType, disabled, wrong }: KeyRowProps) {
  return (
    <li className="flex break-inside-avoid items-center justify-between gap-3 border-line border-t py-1">
      <span className="min-w-0">{name}</span>
      <TextField aria-label={`Key for ${name}`} value={value} onChange={onType} isDisabled={disabled} isInvalid={wrong}>
        <Input className={`${CONTROL} num !h-6 !w-9 !px-0 text-center`} autoCapitalize="off" autoComplete="off" spellCheck={false} />
      </TextField>
    </li>
  );
}
