import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { screenAt } from "../../routes.ts";
import { recentScreensAtom } from "../../state/recent-screens";
import { screenName } from "../parts/screen-cards.tsx";

/** The most recent screens; nothing on a first visit. */
export function RecentScreens() {
  const paths = useAtomValue(recentScreensAtom).filter((path) => screenAt(path));
  if (paths.length === 0) return null;
  return (
    <nav aria-label="Recently used" className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="text-muted text-small">Recently used</span>
      {paths.map((path) => (
        <Link key={path} to={path} className="inline-flex min-h-6 items-center text-accent underline underline-offset-2">
          {screenName(path)}
        </Link>
      ))}
    </nav>
  );
}
