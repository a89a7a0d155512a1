import { ZipWriter } from "../../archive";
import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { DATA_FILE, scriptText } from "../scripts/languages";
import type { ScriptInput, ScriptKind, ScriptTemplate } from "../scripts/script";
import { exportTable, rowsOf } from "./export-table";

/** With more numbers than this, a script has its data in a separate file. */
const MAX_INLINE = 5000;

/** One line per kind of result; each is loaded on demand. */
// biome-ignore format: one line per kind
const TEMPLATES: Record<ScriptKind, () => Promise<ScriptTemplate>> = {
  account: () => import("../scripts/account").then(({ accountScript }) => accountScript),
  backtest: () => import("../scripts/backtest").then(({ backtestScript }) => backtestScript),
  "batch-risk": () => import("../scripts/batch-risk").then(({ batchRiskScript }) => batchRiskScript),
  factors: () => import("../scripts/factors").then(({ factorsScript }) => factorsScript),
  garch: () => import("../scripts/garch").then(({ garchScript }) => garchScript),
  indicators: () => import("../scripts/indicators").then(({ indicatorsScript }) => indicatorsScript),
  lyapunov: () => import("../scripts/lyapunov").then(({ lyapunovScript }) => lyapunovScript),
  news: () => import("../scripts/news").then(({ newsScript }) => newsScript),
  portfolio: () => import("../scripts/portfolio").then(({ portfolioScript }) => portfolioScript),
  record: () => import("../scripts/validation").then(({ recordScript }) => recordScript),
  regimes: () => import("../scripts/regimes").then(({ regimesScript }) => regimesScript),
  risk: () => import("../scripts/risk").then(({ riskScript }) => riskScript),
  search: () => import("../scripts/search").then(({ searchScript }) => searchScript),
  structure: () => import("../scripts/structure").then(({ structureScript }) => structureScript),
  validation: () => import("../scripts/validation").then(({ validationScript }) => validationScript),
  volatility: () => import("../scripts/volatility").then(({ volatilityScript }) => volatilityScript),
};

/** A result as a script in another language; "zip" if its data is in a separate file. */
export interface WrittenScript {
  file: Blob;
  ending: "py" | "R" | "zip";
}

/**
 * A script in Python or R that loads the same data, recomputes the figures with that language's own packages, and compares them with ours within
 * tolerances.
 */
export async function writeScript(input: ScriptInput, context: JobContext): Promise<Outcome<WrittenScript>> {
  const { language, kind, columns } = input;
  const { [language]: part } = await TEMPLATES[kind]();
  const inline = rowsOf(columns) * columns.length <= MAX_INLINE;
  const text = scriptText(input, part, inline);
  const ending = language === "python" ? "py" : "R";
  if (inline) return succeed({ file: new Blob([text], { type: "text/plain" }), ending });
  const data = exportTable({ columns: [...columns] }, context);
  if (!data.ok) return data;
  const archive = new ZipWriter();
  await archive.deflate(`script.${ending}`, text);
  await archive.deflate(DATA_FILE, await data.value.text());
  return succeed({ file: archive.finish(), ending: "zip" });
}
