import type { AnalysisResult } from "../../../workers/engine/types";
import { fixed, percent } from "../../lib/format.ts";
import { FactList } from "../../ui/fact-list.tsx";
import { InfoButton, type Provenance } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { momentumInfo, rsiInfo, trendInfo, volatilityInfo } from "./provenance.tsx";
import type { Used } from "./used.ts";

/** A figure's name with its ⓘ. */
export function Named({ children, info }: { children: string; info: Provenance }) {
  return (
    <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
      {children}
      <InfoButton {...info} placement="bottom start" />
    </span>
  );
}

const rsiWord = (rsi: number): string => (rsi >= 70 ? "overbought" : rsi <= 30 ? "oversold" : "neutral");

/** What the engine measured on the prices. */
export function MarketFeatures({ result, used }: { result: AnalysisResult; used: Used }) {
  const { trend, rsi, volatility, momentum } = result.marketFeatures;
  const direction = trend > 0 ? "rising" : trend < 0 ? "falling" : "flat";
  return (
    <Panel title="Market Features" note="latest 20 prices">
      <FactList
        label="Market Features"
        facts={[
          { key: "trend", name: <Named info={trendInfo(used)}>Trend</Named>, value: <Figure value={fixed(trend, 2)} note={direction} /> },
          { key: "rsi", name: <Named info={rsiInfo(used)}>RSI</Named>, value: <Figure value={fixed(rsi, 1)} note={rsiWord(rsi)} /> },
          {
            key: "volatility",
            name: <Named info={volatilityInfo(used)}>Volatility</Named>,
            value: <Figure value={percent(volatility)} note="per year" />,
          },
          {
            key: "momentum",
            name: <Named info={momentumInfo(used)}>Momentum</Named>,
            value: <Figure value={fixed(momentum, used.decimals)} note="10 steps" />,
          },
        ]}
      />
    </Panel>
  );
}

function Figure({ value, note }: { value: string; note: string }) {
  return (
    <>
      <small className="mr-2 font-sans text-faint text-small">{note}</small>
      {value}
    </>
  );
}
