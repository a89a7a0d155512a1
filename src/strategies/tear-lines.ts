import type { Jobs } from "../../workers/jobs";
import { stepName } from "../../workers/step-name";
import type { ToolFigure } from "../analysis/programs/tool-figures";
import type { JobInput, JobValue } from "../client/pool";
import { fixed, moment, percent } from "../lib/format";
import type { BacktestRun } from "./use-backtest";

type Summary = JobValue<Jobs, "summarize-performance">;
type Account = Summary["strategy"];

/** Job input for the tear sheet of a backtest. */
export const summaryQuestion = ({ value, annualization }: BacktestRun): JobInput<Jobs, "summarize-performance"> => ({
  strategy: value.equity,
  benchmark: value.benchmark,
  times: value.times,
  before: value.settings.initialCapital,
  perYear: annualization,
  riskFree: value.settings.riskFree,
});

export interface TearLine {
  name: string;
  /** If other programs define it too. */
  figure?: ToolFigure;
  strategy: string;
  benchmark: string;
}

/** The figures of a tear sheet, for the strategy and its benchmark. */
export function tearLines({ value: { times, firstRow } }: BacktestRun, { strategy, benchmark, relative, settings }: Summary): TearLine[] {
  const step = stepName(times);
  const confidence = percent(settings.confidence, 0);
  const place = (row: number) => (times ? moment(times[row]) : `row ${firstRow + row + 1}`);
  const both = (name: string, text: (account: Account) => string, figure?: ToolFigure): TearLine => ({
    name,
    figure,
    strategy: text(strategy),
    benchmark: text(benchmark),
  });
  const own = (name: string, text: string): TearLine => ({ name, strategy: text, benchmark: "—" });
  const extremes = (of: string, found: (account: Account) => { best: string; worst: string }) => [
    both(`Best ${of}`, (account) => found(account).best),
    both(`Worst ${of}`, (account) => found(account).worst),
  ];
  const calendar = (of: "month" | "year") =>
    strategy[of] && benchmark[of]
      ? extremes(of, ({ [of]: found }) => ({
          best: `${percent(found?.best, 2)} (${found?.bestAt})`,
          worst: `${percent(found?.worst, 2)} (${found?.worstAt})`,
        }))
      : [];
  return [
    own("Beta", fixed(relative.beta, 2)),
    own("Alpha per year", percent(relative.alpha)),
    own("Correlation with the benchmark", fixed(relative.correlation, 2)),
    own("Tracking error per year", percent(relative.trackingError)),
    own("Information ratio", fixed(relative.informationRatio, 2)),
    both(`Value at risk ${confidence}, 1 ${step}`, ({ valueAtRisk }) => percent(valueAtRisk, 2), "valueAtRisk"),
    both(`Expected shortfall ${confidence}, 1 ${step}`, ({ shortfall }) => percent(shortfall, 2), "shortfall"),
    both("Tail ratio", ({ tailRatio }) => fixed(tailRatio, 2)),
    ...extremes(step, ({ step: { best, bestAt, worst, worstAt } }) => ({
      best: `${percent(best, 2)} (${place(bestAt)})`,
      worst: `${percent(worst, 2)} (${place(worstAt)})`,
    })),
    ...calendar("month"),
    ...calendar("year"),
  ];
}
