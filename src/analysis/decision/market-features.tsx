import { type ReactNode, useMemo } from "react";
import { fixed, percent } from "../../lib/format.ts";
import { FactList } from "../../ui/fact-list.tsx";
import { InfoButton, type Provenance } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { printedAs } from "../programs/printed-as.tsx";
import { type Figures, useByProgram } from "../programs/use-by-program";
import { wealthQuestion } from "../programs/wealth-question";
import { momentumInfo, rsiInfo, trendInfo, volatilityInfo } from "./provenance.tsx";
import type { DecisionRun } from "./use-decision.ts";
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

const inTenths = (value: number | null) => fixed(value, 1);
const share = (value: number | null) => percent(value);

/** Maximum number of latest prices used by the engine's figures. */
const LATEST = 20;

/** The latest prices, for computing their volatility as other programs do. */
const latestOf = ({ value: { columns, statistics }, settings: { annualization } }: DecisionRun) =>
  wealthQuestion({
    values: columns.prices.subarray(Math.max(0, statistics.count - LATEST), statistics.count),
    times: null,
    periodsPerYear: annualization,
    riskFree: undefined,
  });

/**
 * TradingView uses Wilder's RSI as we do, but has no value before the first full window, where the rules use 50; the other programs have no
 * RSI.
 */
const rsiByProgram = ({ value: { columns } }: DecisionRun): Figures => ({
  quantstats: {},
  empyrical: {},
  performanceAnalytics: {},
  tradingView: { rsi: Number.isFinite(columns.rsi.at(-1)) ? columns.rsi.at(-1) : null },
  excel: {},
});

/** The engine's measurements of the prices. */
export function MarketFeatures({ run, used }: { run: DecisionRun; used: Used }) {
  const { trend, rsi, volatility, momentum } = run.value.result.marketFeatures;
  const by = useByProgram(useMemo(() => latestOf(run), [run]));
  const direction = trend > 0 ? "rising" : trend < 0 ? "falling" : "flat";
  const rsiAs = { as: by.as, byTool: rsiByProgram(run) };
  const rsiShown = printedAs(rsiAs, "rsi", inTenths, { value: rsi, note: rsiWord(rsi) }, rsiInfo(used));
  const volatilityShown = printedAs(by, "volatility", share, { value: volatility, note: "per year" }, volatilityInfo(used));
  return (
    <Panel title="Market Features" note="latest 20 prices">
      <FactList
        label="Market Features"
        facts={[
          { key: "trend", name: <Named info={trendInfo(used)}>Trend</Named>, value: <Figure value={fixed(trend, 2)} note={direction} /> },
          { key: "rsi", name: <Named info={rsiShown.info}>RSI</Named>, value: <Figure {...rsiShown} /> },
          { key: "volatility", name: <Named info={volatilityShown.info}>Volatility</Named>, value: <Figure {...volatilityShown} /> },
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

function Figure({ value, note }: { value: ReactNode; note: ReactNode }) {
  return (
    <>
      <small className="mr-2 font-sans text-faint text-small">{note}</small>
      {value}
    </>
  );
}
