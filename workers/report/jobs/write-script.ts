import { ZipWriter } from "../../archive";
import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { DATA_FILE, scriptText } from "../scripts/languages";
import type { ScriptInput, ScriptKind, ScriptTemplate } from "../scripts/script";
import { rowsOf } from "../tables/column-cells";
import { exportTable } from "./export-table";

/** A script of more numbers than this has them in a file beside it. */
const MAX_INLINE = 5000;

/** A line per kind of result; each is fetched on demand. */
// biome-ignore format: one line per kind
const TEMPLATES: Record<ScriptKind, () => Promise<ScriptTemplate>> = {
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

/** A result as a script of another language: the file's ending says whether its data is packed beside it. */
export interface WrittenScript {
  file: Blob;
  ending: "py" | "R" | "zip";
}

/**
 * A script in Python or R that loads the same data, computes the same figures with the programs of that language and prints ours beside
 * them, with the difference and what is allowed.
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
