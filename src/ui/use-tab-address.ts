import { startTransition, useCallback, useEffect, useRef, useState } from "react";

const read = <T extends string>(ids: readonly T[]): T | undefined => {
  const asked = new URLSearchParams(window.location.search).get("tab");
  return ids.find((id) => id === asked);
};

/**
 * The selected tab, kept in the address as `?tab=…` (the first one leaves the address clean), so a view can be linked and reloaded.
 * `lead(from, to)` selects for the program: what a person has selected since `from` was in view stays.
 */
export function useTabAddress<T extends string>(ids: readonly T[]): [T, (id: T) => void, (from: T, to: T) => void] {
  const [selected, setSelected] = useState<T>(() => read(ids) ?? ids[0]);
  const pending = useRef(0);
  /** What was selected last, drawn or not yet. */
  const latest = useRef(selected);
  const select = useCallback(
    (id: T) => {
      latest.current = id;
      setSelected(id);
      const { pathname } = window.location;
      // The router hears of a new address and renders every link again: in a task of its own, after the one that shows the view.
      window.clearTimeout(pending.current);
      pending.current = window.setTimeout(() => {
        if (window.location.pathname !== pathname) return;
        const url = new URL(window.location.href);
        if (id === ids[0]) url.searchParams.delete("tab");
        else url.searchParams.set("tab", id);
        // The router's own state object must stay, or its scroll and back handling lose their place.
        window.history.replaceState(window.history.state, "", url);
      });
    },
    [ids],
  );
  useEffect(() => {
    const follow = () => {
      latest.current = read(ids) ?? ids[0];
      setSelected(latest.current);
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [ids]);
  const lead = useCallback(
    (from: T, to: T) => {
      if (latest.current === from) startTransition(() => select(to));
    },
    [select],
  );
  return [selected, select, lead];
}
