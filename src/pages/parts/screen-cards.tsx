import { Link } from "@tanstack/react-router";
import { type RouteBadge, screenAt } from "../../routes.ts";
import { Badge } from "../../ui/badge.tsx";
import { screenNote } from "./screen-notes.ts";

export interface ScreenCard {
  path: `/${string}`;
  /** Another name than in the menus. */
  name?: string;
  /** As this page has it, which may differ from the menus. */
  badge?: RouteBadge;
}

/** Links to screens with a sentence on each, in one frame divided by hairlines. The whole field answers to a click. */
export function ScreenCards({ cards }: { cards: readonly ScreenCard[] }) {
  return (
    <ul className="-mr-px -mb-px grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))]">
      {cards.map(({ path, name, badge }) => (
        <li key={path} className="relative border-line border-r border-b px-4 py-3 hover:bg-raised has-focus-visible:bg-raised">
          <div className="flex items-center justify-between gap-2">
            <Link to={path} className="font-semibold after:absolute after:inset-0">
              {name ?? nameOf(path)}
            </Link>
            {badge ? <Badge tone={badge === "New" || badge === "Popular" ? "accent" : "neutral"}>{badge}</Badge> : null}
          </div>
          <p className="mt-0.5 text-muted">{screenNote(path)}</p>
        </li>
      ))}
    </ul>
  );
}

export function nameOf(path: string): string {
  const screen = screenAt(path);
  return screen?.label ?? screen?.title ?? path;
}
