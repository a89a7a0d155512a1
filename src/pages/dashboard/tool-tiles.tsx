import { Link } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { screenAt } from "../../routes.ts";
import { type ScreenInputs, useScreenInputs } from "../../state/screen-inputs";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { ScreenBadge, screenName } from "../parts/screen-cards.tsx";
import { screenNote } from "../parts/screen-notes.ts";
import { arrangeId, CATEGORIES, inOrder, TILES_DEFAULT, type Tiles, tilesSchema } from "./tile-order";

const TileMenu = deferred(async () => (await import("./tile-menu.tsx")).TileMenu);

/** Every tool by category, in one frame; above them those the user has pinned. */
export function ToolTiles() {
  const tiles = useScreenInputs("dashboard", tilesSchema, TILES_DEFAULT);
  const { inputs } = tiles;
  return (
    <section aria-label="Tools by category" className="@container overflow-hidden rounded-[8px] border border-line bg-surface">
      {inputs.pinned.length > 0 ? (
        <div className="border-line border-b px-2 pt-2.5 pb-2">
          <Heading>Pinned</Heading>
          <ul aria-label="Pinned" className="grid grid-cols-1 @min-[330px]:grid-cols-2 @min-[700px]:grid-cols-4">
            {inputs.pinned.map((path) => (
              <Tile key={path} path={path} among={null} tiles={tiles} />
            ))}
          </ul>
        </div>
      ) : null}
      <div className="-mr-px -mb-px grid grid-cols-1 @min-[330px]:grid-cols-2 @min-[700px]:grid-cols-4">
        {Object.entries(CATEGORIES).map(([category, paths]) => (
          <div key={category} className="border-line border-r border-b px-2 pt-2.5 pb-2">
            <Heading>{category}</Heading>
            <ul aria-label={category}>
              {inOrder(paths, inputs).map((path) => (
                <Tile key={path} path={path} among={paths} tiles={tiles} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

const Heading = ({ children }: { children: string }) => <h2 className="px-2 pb-1 font-[550] text-[0.885rem] text-faint">{children}</h2>;

interface TileProps {
  path: string;
  among: readonly string[] | null;
  tiles: ScreenInputs<Tiles>;
}

/** A tool with its menu, which is visible on hover or focus, and always without a hovering pointer. */
function Tile({ path, among, tiles }: TileProps) {
  const [open, setOpen] = useState(false);
  const name = `Arrange ${among ? "" : "pinned "}${screenName(path)}`;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <li className="group relative">
      <Link
        to={path}
        title={screenNote(path)}
        className="flex min-h-7 items-center justify-between gap-2 rounded-[6px] px-2 hover:bg-raised group-hover:bg-raised pointer-coarse:pr-9"
      >
        {screenName(path)}
        <ScreenBadge badge={screenAt(path)?.badge} />
      </Link>
      <span className="absolute inset-y-0 right-0 flex items-center rounded-[6px] bg-raised opacity-0 focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:bg-transparent pointer-coarse:opacity-100">
        <Button
          ref={button}
          id={among ? arrangeId(path) : undefined}
          kind="quiet"
          size="small"
          square
          aria-label={name}
          onPress={() => setOpen(true)}
        >
          <Ellipsis size={14} aria-hidden="true" />
        </Button>
      </span>
      {open ? (
        <Suspense>
          <TileMenu path={path} label={name} among={among} tiles={tiles} button={button} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </li>
  );
}
