import { useEffect, useRef } from "react";
import { screenAt, takesShared } from "../routes.ts";
import { offerInputs } from "../state/screen-inputs";
import { takeSharedLink } from "../state/share-link";
import { announce } from "../ui/announcer.ts";

/** After each navigation: settings from a link, title, canonical link, focus and announcement. */
export function useArrival(pathname: string): void {
  const arrived = useRef<string | null>(null);
  useEffect(() => {
    const takeLink = () => takeSharedLink(offerInputs, takesShared(pathname));
    takeLink();
    window.addEventListener("hashchange", takeLink);
    return () => window.removeEventListener("hashchange", takeLink);
  }, [pathname]);
  useEffect(() => {
    const screen = screenAt(pathname);
    const title = screen?.title ?? "Page Not Found";
    document.title = `${title} · Prospect`;
    let link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (!link) {
      link = document.createElement("link");
      link.rel = "canonical";
      document.head.append(link);
    }
    link.href = new URL(screen?.paths[0] ?? pathname, window.location.origin).href;
    // On the first page the browser's own focus is kept; later pages start at their heading.
    if (arrived.current !== null && arrived.current !== pathname) {
      const main = document.getElementById("main");
      (main?.querySelector<HTMLElement>("h1") ?? main)?.focus({ preventScroll: true });
      announce(title);
    }
    arrived.current = pathname;
  }, [pathname]);
}
