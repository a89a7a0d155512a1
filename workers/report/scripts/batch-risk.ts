import { riskScript } from "./risk";
import type { ScriptTemplate } from "./script";

const NOTE = "Figures are numbered by series, in the order of `series`; shorter columns are padded with missing values.";

const indented = (code: string): string => code.trim().replace(/^(?=.)/gm, "    ");

/** The risk figures of every series of a table. */
export const batchRiskScript: ScriptTemplate = {
  python: {
    notes: [...riskScript.python.notes, NOTE],
    code: `
columns, together, report_figure = data, settings, report


def figures_of(data, settings, report):
${indented(riskScript.python.code)}


for place in range(len(together["series"])):
    own = {**together, **{key: together[key][place] for key in ("kind", "unit", "lookback")}}
    values = columns[f"series {place + 1}"]
    figures_of({"values": values[np.isfinite(values)]}, own, lambda program, key, value: report_figure(program, f"{place + 1}: {key}", value))
`,
  },
  r: {
    notes: [...riskScript.r.notes, NOTE],
    code: `
columns <- data
together <- settings
report_figure <- report
figures_of <- function(data, settings, report) {
${riskScript.r.code.trim()}
}
for (place in seq_along(together[["series"]])) {
  own <- together
  for (key in c("kind", "unit", "lookback")) own[[key]] <- together[[key]][place]
  values <- columns[[paste("series", place)]]
  figures_of(list(values = values[is.finite(values)]), own, function(program, key, value) report_figure(program, paste0(place, ": ", key), value))
}
`,
  },
};
