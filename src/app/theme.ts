import { useAtom } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { useEffect } from "react";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Also read by `public/theme.js`, before the first paint. */
const themeAtom = atomWithStorage<Theme>("prospect.theme", "auto", undefined, { getOnInit: true });

/** auto follows the system. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [stored, setTheme] = useAtom(themeAtom);
  const theme = THEMES.includes(stored) ? stored : "auto";
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  return [theme, setTheme];
}
