import { DeviceChoice } from "../lib/device-choice.ts";
import { sourceAtom } from "./source-atom";

const FIGURES_AS = ["prospect", "quantstats", "empyrical", "performanceAnalytics", "tradingView", "excel"] as const;
export type FiguresAs = (typeof FIGURES_AS)[number];

/** Whose definitions of key figures are shown on this device. */
export const figuresAs = new DeviceChoice("prospect.figures-as", FIGURES_AS, "prospect");

export const figuresAsAtom = sourceAtom(figuresAs);
