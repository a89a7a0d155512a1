import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { menuLabel, type Screen } from "../routes.ts";
import { Badge } from "../ui/badge.tsx";

export function RouteBadgeMark({ screen }: { screen: Screen }) {
  return screen.badge ? <Badge tone={screen.badge === "New" ? "accent" : "neutral"}>{screen.badge}</Badge> : null;
}

interface RouteLinkProps extends Omit<ComponentProps<"a">, "href" | "children"> {
  screen: Screen;
  current: boolean;
}

/** A menu link: label, badge, and whether it is the current screen. */
export function RouteLink({ screen, current, ...rest }: RouteLinkProps) {
  return (
    <Link {...rest} to={screen.paths[0]} aria-current={current ? "page" : undefined}>
      {menuLabel(screen)}
      <RouteBadgeMark screen={screen} />
    </Link>
  );
}
