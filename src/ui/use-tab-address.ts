import { startTransition, useCallback, useEffect, useRef, useState } from "react";

const read = <T extends string>(ids: readonly T[]): T | undefined => {
  const asked = new URLSearchParams(window.location.search).get("tab");
  return ids.find((id) => id === asked);
};

/**
 * The selected tab, kept in the URL as `?tab=…` (none for the first tab), so that a view can be linked and reloaded. `lead(from, to)` is
 * for selection by code: it does nothing if the user has left `from` meanwhile.
 */
export function useTabAddress<T extends string>(ids: readonly T[]): [T, (id: T) => void, (from: T, to: T) => void] {
  const [selected, setSelected] = useState<T>(() => read(ids) ?? ids[0]);
  const pending = useRef(0);
  /** The latest selection, rendered or not. */
  const latest = useRef(selected);
  const select = useCallback(
    (id: T) => {
      latest.current = id;
      setSelected(id);
      const { pathname } = window.location;
      // In a separate task after the view is shown: on a new URL the router re-renders every link.
      window.clearTimeout(pending.current);
      pending.current = window.setTimeout(() => {
        if (window.location.pathname !== pathname) return;
        const url = new URL(window.location.href);
        if (id === ids[0]) url.searchParams.delete("tab");
        else url.searchParams.set("tab", id);
        // The router's own state object must be kept, or scroll restoration and back navigation break.
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
