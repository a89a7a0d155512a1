import { type RefObject, useEffect } from "react";
import { succeed } from "../../../workers/contract";
import { isSame } from "../../lib/is-same.ts";
import { edits } from "../../state/edits";
import type { ScreenInputs } from "../../state/screen-inputs";
import { announce } from "../../ui/announcer.ts";
import { OpenMenu } from "../../ui/menu.tsx";
import { screenName } from "../parts/screen-cards.tsx";
import { arrangeId, inOrder, movePinned, moveWithin, pin, TILES_DEFAULT, type Tiles, unpin } from "./tile-order";

interface TileMenuProps {
  path: string;
  label: string;
  /** The tiles it is moved among: those of a category, or null for the pinned ones. */
  among: readonly string[] | null;
  tiles: ScreenInputs<Tiles>;
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Changes the tiles, as an undoable edit. */
function arrange({ current, change }: ScreenInputs<Tiles>, what: string, said: string, to: (tiles: Tiles) => Tiles): void {
  const run = () => {
    const before = current();
    const after = to(before);
    change(after);
    const undo = () => {
      if (!isSame(current(), after)) return false;
      change(before);
      return true;
    };
    return succeed({ undo });
  };
  void edits.make({ what, run, stamp: () => JSON.stringify(current()) }, null);
  announce(said);
}

/** Pins a tile and moves it among its neighbors. */
export function TileMenu({ path, label, among, tiles, button, onClose }: TileMenuProps) {
  const { inputs } = tiles;
  useEffect(() => {
    // Unpinning removes the tile with its button: focus moves to the tile in its category, after the menu has tried to restore it.
    const goOn = () => {
      if (!button.current) document.getElementById(arrangeId(path))?.focus();
    };
    return () => void requestAnimationFrame(goOn);
  }, [button, path]);
  const name = screenName(path);
  const list = among ? inOrder(among, inputs) : inputs.pinned;
  const place = list.indexOf(path);
  const isPinned = inputs.pinned.includes(path);
  const move = (by: -1 | 1) => {
    const where = by < 0 ? "earlier" : "later";
    arrange(tiles, `move of ${name}`, `${name} moved ${where}`, (now) =>
      among ? moveWithin(now, among, path, by) : movePinned(now, path, by),
    );
  };
  const choices = [
    isPinned
      ? { id: "pin", label: "Unpin", onChoose: () => arrange(tiles, `unpinning of ${name}`, `${name} unpinned`, (now) => unpin(now, path)) }
      : { id: "pin", label: "Pin", onChoose: () => arrange(tiles, `pinning of ${name}`, `${name} pinned`, (now) => pin(now, path)) },
    { id: "earlier", label: among ? "Move up" : "Move earlier", disabled: place === 0, onChoose: () => move(-1) },
    { id: "later", label: among ? "Move down" : "Move later", disabled: place === list.length - 1, onChoose: () => move(1) },
    {
      id: "reset",
      label: "Default tiles",
      note: "Nothing pinned, default order",
      divided: true,
      disabled: isSame(inputs, TILES_DEFAULT),
      onChoose: () => arrange(tiles, "reset of the tiles", "Default tiles", () => TILES_DEFAULT),
    },
  ];
  return <OpenMenu label={label} choices={choices} button={button} onClose={onClose} />;
}
