import { METER_PLACE, SEARCH_HINT } from "./top-bar.tsx";

/** A step of the tour: its target and its text. */
export interface TourStep {
  title: string;
  text: string;
  /** Selectors of the target; the first visible one that leaves room for the text is used. */
  places: readonly string[];
  /** Placement of the text; below or above by default. */
  side?: "right top";
}

/** Five features worth knowing, each shown at its place on Home. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: "Your own prices, first",
    text: "A model is already fitted to a sample here. Paste, type or drop a price series in its place: it is read and computed on this device.",
    places: ['section[aria-label="Try a GARCH fit"]', 'section[aria-label="Try a GARCH fit"] textarea'],
  },
  {
    title: "One series, every tool",
    text: "Decisions, volatility, regimes, risk, strategies, portfolios. Data loaded in one tool is one click away in all the others.",
    places: ['nav[aria-label="Tools"]', 'button[aria-label="Menu"]'],
    // The list is as tall as the window: there is no room above or below it.
    side: "right top",
  },
  {
    title: "Find anything",
    text: "Screens, datasets, past runs, settings, and the meaning of every term. Ctrl K opens it anywhere, ⌘ K on a Mac.",
    places: ["header button[aria-keyshortcuts]", `header button[aria-label="${SEARCH_HINT}"]`],
  },
  {
    title: "Nothing leaves this device",
    text: "Bytes sent since the page was opened, from the app's own record. Click it to see every request.",
    places: [`#${METER_PLACE}`],
  },
  {
    title: "What is this?",
    text: "The ⓘ beside a figure explains it in one plain sentence, then gives its formula, settings and source.",
    places: ['main button[aria-label^="About "]', 'section[aria-label="Try a GARCH fit"]'],
  },
];
