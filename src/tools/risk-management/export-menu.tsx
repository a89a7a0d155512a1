import { reportChoice } from "../../analysis/report/report-choice";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import {
  reportAbout,
  type Shown,
  saveBacktest,
  saveBudget,
  saveContributions,
  saveDrawdowns,
  saveFigures,
  saveResults,
} from "./export-results";
import type { RiskSettings } from "./settings";

/** One button for everything that can be saved. */
export function ExportMenu({ shown, settings }: { shown: Shown; settings: RiskSettings }) {
  const { analysis, contributions, budget } = shown;
  const nothing = !analysis && !contributions && !budget;
  return (
    <Menu
      label="Export"
      trigger={<Button>Export</Button>}
      choices={[
        { ...reportChoice(() => reportAbout(shown)), disabled: nothing },
        {
          id: "json",
          label: "Results as JSON",
          note: "every figure, settings and data hashes",
          onChoose: () => saveResults(shown),
          disabled: nothing,
        },
        {
          id: "figures",
          label: "Figures as CSV",
          note: "with 95 % intervals",
          onChoose: () => analysis && saveFigures(analysis),
          disabled: !analysis,
        },
        { id: "drawdown", label: "Drawdown as CSV", onChoose: () => analysis && saveDrawdowns(analysis), disabled: !analysis },
        {
          id: "backtest",
          label: "Backtest as CSV",
          onChoose: () => analysis && saveBacktest(analysis),
          disabled: !analysis?.report.backtest,
        },
        {
          id: "contributions",
          label: "Contributions as CSV",
          onChoose: () => contributions && saveContributions(contributions),
          disabled: !contributions,
        },
        { id: "budget", label: "Proposed weights as CSV", onChoose: () => budget && saveBudget(budget), disabled: !budget },
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
