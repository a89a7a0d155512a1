import { DeviceText } from "../lib/device-text.ts";
import { sourceAtom } from "./source-atom";

export const FIGURES_AS = ["prospect", "quantstats", "empyrical", "performanceAnalytics", "tradingView", "excel"] as const;
export type FiguresAs = (typeof FIGURES_AS)[number];

const kept = new DeviceText(() => localStorage, "prospect.figures-as");
window.addEventListener("storage", kept.follow);

/** By whose definitions key figures are printed, on this device. */
export const figuresAs = {
  subscribe: kept.subscribe,
  read: (): FiguresAs => FIGURES_AS.find((one) => one === kept.text()) ?? "prospect",
  choose: (next: FiguresAs): void => (next === "prospect" ? kept.forget() : kept.keep(next)),
};

export const figuresAsAtom = sourceAtom(figuresAs);
