import { compact } from "../../lib/format.ts";
import type { BacktestRun } from "../../strategies/use-backtest";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [920, 300, 64, 28, 12];

type Points = BacktestRun["value"]["performanceData"];

/** Strategy and benchmark by month as an SVG with its own colors. */
export function growthPicture(points: Points, capital: number): string {
  const values = [capital, ...points.flatMap(({ portfolio, benchmark }) => [portfolio, benchmark])];
  const [low, high] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const x = (k: number) => LEFT + (k / Math.max(1, points.length)) * (WIDTH - LEFT - 8);
  const y = (value: number) => TOP + ((high - value) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM);
  const path = (key: "portfolio" | "benchmark") =>
    [capital, ...points.map((point) => point[key])]
      .map((value, k) => `${k === 0 ? "M" : "L"}${x(k).toFixed(1)} ${y(value).toFixed(1)}`)
      .join("");
  const levels = [0, 0.25, 0.5, 0.75, 1].map((share) => low + share * (high - low));
  const grid = levels
    .map(
      (level) =>
        `<path d="M${LEFT} ${y(level).toFixed(1)}H${WIDTH - 8}" stroke="#8884"/><text x="${LEFT - 6}" y="${(y(level) + 4).toFixed(1)}" text-anchor="end">${compact(level)}</text>`,
    )
    .join("");
  const ends = points.length > 0 ? [points[0].date, points[points.length - 1].date] : ["", ""];
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Value of strategy and benchmark by month" font-family="system-ui,sans-serif" font-size="11" fill="currentColor">
${grid}<path d="${path("benchmark")}" fill="none" stroke="#888" stroke-width="1.5"/><path d="${path("portfolio")}" fill="none" stroke="#0a62b0" stroke-width="2"/>
<text x="${LEFT}" y="${HEIGHT - 8}">${ends[0]}</text><text x="${WIDTH - 8}" y="${HEIGHT - 8}" text-anchor="end">${ends[1]}</text>
<text x="${LEFT + 8}" y="${TOP + 10}" fill="#0a62b0">Strategy</text><text x="${LEFT + 64}" y="${TOP + 10}" fill="#888">Benchmark</text></svg>`;
}
