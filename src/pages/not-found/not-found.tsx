import { Link, useLocation } from "@tanstack/react-router";
import { menuLabel, screens } from "../../routes.ts";
import { nearest } from "./nearest.ts";

const choices = screens.flatMap((screen) => screen.paths.map((path) => ({ path: path as string, value: screen })));

export function NotFound() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const near = nearest(pathname, choices);
  return (
    <div className="mx-auto max-w-xl py-12">
      <h1 tabIndex={-1} className="font-[620] text-page tracking-[-0.02em]">
        404 - Page Not Found
      </h1>
      <p className="mt-1 text-muted">The page you're looking for doesn't exist.</p>
      <Link to="/" className="mt-5 inline-flex h-[30px] items-center rounded-[6px] bg-accent px-3 font-[550] text-on-accent">
        Return Home
      </Link>
      {near.length > 0 ? (
        <nav aria-label="Similar pages" className="mt-6">
          <p className="text-muted text-small">Did you mean</p>
          <ul className="mt-1">
            {near.map((screen) => (
              <li key={screen.paths[0]}>
                <Link to={screen.paths[0]} className="inline-flex min-h-6 items-center text-accent underline underline-offset-2">
                  {menuLabel(screen)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </div>
  );
}
