import { reportChoice } from "../../analysis/report/report-choice";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { Exports } from "./use-exports";
import type { ForecastValue } from "./use-garch";

/** One button for everything that can be saved. */
export function ExportMenu({ exports, forecast }: { exports: Exports; forecast: ForecastValue | null }) {
  return (
    <Menu
      label="Export"
      trigger={<Button>Export</Button>}
      choices={[
        reportChoice(exports.report),
        { id: "json", label: "Results as JSON", note: "model, tests, interpretation, forecast", onChoose: exports.results },
        { id: "parameters", label: "Parameters as CSV", onChoose: exports.parameters },
        { id: "columns", label: "Volatility and residuals as CSV", onChoose: exports.columns },
        { id: "forecast", label: "Forecast as CSV", onChoose: () => forecast && exports.forecast(forecast), disabled: !forecast },
        { id: "link", label: "Copy link to these settings", note: "settings only, no data", onChoose: exports.link, divided: true },
      ]}
    />
  );
}
