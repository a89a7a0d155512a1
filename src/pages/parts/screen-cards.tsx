import { Link } from "@tanstack/react-router";
import { menuLabel, type RouteBadge, screenAt } from "../../routes.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardGrid } from "../../ui/card.tsx";
import { screenNote } from "./screen-notes.ts";

export interface ScreenCard {
  path: `/${string}`;
  /** Badge on this page, which may differ from the menus. */
  badge?: RouteBadge;
}

/** Name of a screen in the menus. */
export function screenName(path: string): string {
  const screen = screenAt(path);
  return screen ? menuLabel(screen) : path;
}

export function ScreenBadge({ badge }: { badge: RouteBadge | undefined }) {
  return badge ? <Badge tone={badge === "New" || badge === "Popular" ? "accent" : "neutral"}>{badge}</Badge> : null;
}

/** Screens side by side, each with a sentence. */
export function ScreenCards({ cards }: { cards: readonly ScreenCard[] }) {
  return (
    <CardGrid least={20}>
      {cards.map(({ path, badge }) => (
        <Card key={path} title={<Link to={path}>{screenName(path)}</Link>} badge={<ScreenBadge badge={badge} />}>
          {screenNote(path)}
        </Card>
      ))}
    </CardGrid>
  );
}
