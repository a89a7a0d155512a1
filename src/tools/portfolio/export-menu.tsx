import { reportChoice } from "../../analysis/report/report-choice";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { reportAbout, type Shown, saveFrontier, saveResults, saveTrades, saveWeights } from "./export-results";
import type { PortfolioSettings } from "./settings";

/** One button for everything that can be saved. */
export function ExportMenu({ shown, settings }: { shown: Shown; settings: PortfolioSettings }) {
  const { proposal, backtest, rebalancing } = shown;
  return (
    <Menu
      label="Export"
      trigger={<Button>Export</Button>}
      choices={[
        reportChoice(() => reportAbout(shown)),
        {
          id: "json",
          label: "Results as JSON",
          note: "every figure, settings and data hashes",
          onChoose: () => saveResults(shown),
          disabled: !proposal && !backtest && !rebalancing,
        },
        { id: "weights", label: "Weights as CSV", onChoose: () => proposal && saveWeights(proposal), disabled: !proposal },
        { id: "frontier", label: "Frontier as CSV", onChoose: () => proposal && saveFrontier(proposal), disabled: !proposal?.frontier },
        {
          id: "backtest-trades",
          label: "Trades of the backtest as CSV",
          onChoose: () => backtest && saveTrades(backtest, "backtest"),
          disabled: !backtest,
        },
        {
          id: "rebalancing-trades",
          label: "Trades of the rebalancing as CSV",
          onChoose: () => rebalancing && saveTrades(rebalancing, "rebalancing"),
          disabled: !rebalancing,
        },
        {
          id: "link",
          label: "Copy link to these settings",
          note: "settings only, no data",
          onChoose: () => void import("./record").then(({ copyLink }) => copyLink(settings)),
          divided: true,
        },
      ]}
    />
  );
}
