import { dated, fileStem, saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import { reportOn } from "../../analysis/report/about";
import { scriptFiles } from "../../analysis/script-files";
import type { CuriosityRun } from "./curiosity-run";
import { shared } from "./record";
import { structureQuestion } from "./script";
import type { StructureValue } from "./use-curiosity";
import { type PatternsRun, patternsOf } from "./use-patterns";

const stem = (run: CuriosityRun) => fileStem(run.series.name);

/** Everything the screen shows except columns. Field names follow the specification where it defines them. */
function resultDocument(run: CuriosityRun, refined: PatternsRun | null, structure: StructureValue | null) {
  const { value, series, settings, annualization } = run;
  const { data, kind, volatility, trend, pattern, novelty, regimeSwitch, rules } = value;
  const { shapes, profile, compared } = patternsOf(run, refined);
  const plainShapes = shapes.map(({ window, compared, ...shape }) => ({
    ...shape,
    window: [...window],
    compared: compared && [...compared],
  }));
  return {
    format: "prospect-curiosity-result",
    version: 1,
    source: { name: series.name, sha256: series.hash, rows: series.length, values: kind },
    settings: { ...settings, annualization },
    data,
    components: {
      volatility,
      trend,
      pattern,
      novelty: novelty && { surprise: novelty.surprise, percentile: novelty.percentile, nu: novelty.nu },
    },
    regimeSwitch,
    rules,
    shapes: plainShapes,
    profile: profile && { width: profile.width, exclusion: profile.exclusion, start: profile.start, compared },
    structure: structure && {
      ...structure,
      rollingEntropy: undefined,
      kaufman: structure.kaufman && { ...structure.kaufman, column: undefined },
    },
  };
}

/** Entropy, surprise and distance to the nearest pattern, one row per observation. */
function saveColumns(run: CuriosityRun, refined: PatternsRun | null): void {
  const { complexity, novelty, offset } = run.value;
  const { profile } = patternsOf(run, refined);
  const columns = [
    { name: "Value", values: run.values },
    { name: "Permutation entropy", values: complexity, start: offset },
    ...(novelty ? [{ name: "Surprise", values: novelty.column, start: offset }] : []),
    ...(profile ? [{ name: "Distance to nearest neighbor", values: profile.distances, start: profile.start }] : []),
  ];
  void saveTable(dated(run.series.times, columns), `${stem(run)}-curiosity`);
}

/** The figures of cards, shares and alert rules, one row each. */
function saveFigures(run: CuriosityRun): void {
  const { data, pattern, trend, rules } = run.value;
  const { importance_weight: _, ...shares } = data.exploration_results.feature_importance;
  const lines: [string, number][] = [
    ["Curiosity Score", data.curiosity_score],
    ["Base score", data.exploration_results.base_score],
    ["Market Volatility", data.metrics.volatility],
    ["Pattern Strength", pattern.z],
    ["Price Trend", data.metrics.price_trend],
    ["t of the trend", trend.t],
    ...Object.entries(shares).map(([key, value]): [string, number] => [`Importance of ${key}`, value]),
    ...rules.flatMap(({ label, value, limit }): [string, number][] => [
      [label, value ?? Number.NaN],
      [`${label}: limit`, limit],
    ]),
  ];
  const columns = [
    { name: "Figure", values: lines.map(([name]) => name) },
    { name: "Value", values: Float64Array.from(lines, ([, value]) => value) },
  ];
  void saveTable(columns, `${stem(run)}-figures`);
}

interface CuriosityExportsProps {
  run: CuriosityRun;
  /** The shown patterns, if more rows have been compared than by the analysis. */
  refined: PatternsRun | null;
  structure: StructureValue | null;
}

export function CuriosityExports({ run, refined, structure }: CuriosityExportsProps) {
  const { series, settings, annualization, at } = run;
  const fileName = `${stem(run)}-curiosity`;
  const reported = { series, settings: { ...settings, annualization }, at };
  const result = () => resultDocument(run, refined, structure);
  return (
    <ExportMenu
      report={() => reportOn(reported, { title: `Market curiosity of ${series.name}`, fileName, result: result() })}
      files={[
        {
          id: "json",
          label: "Results as JSON",
          note: "score, patterns, alerts, structure",
          save: () => saveJson(result(), `${fileName}.json`),
        },
        { id: "figures", label: "Figures", table: true, note: "cards, importance, thresholds", save: () => saveFigures(run) },
        {
          id: "columns",
          label: "Columns",
          table: true,
          note: "entropy, surprise, distances per row",
          save: () => saveColumns(run, refined),
        },
        ...scriptFiles(`${stem(run)}-structure`, structure && structureQuestion({ ...run, value: structure })),
      ]}
      startedAt={run.startedAt}
      share={() => shared(settings)}
    />
  );
}
