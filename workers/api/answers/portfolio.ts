import * as v from "valibot";
import { type Failure, type Fraction, fail, type Outcome, succeed, VALUE_BYTES } from "../../contract";
import { onePerDate, type RepeatedRule } from "../../ingest";
import { describeAt } from "../../numerics/describe";
import { backtestPortfolio } from "../../portfolio";
import { analyzeRisk, betaOf } from "../../risk";
import { inChunks, type JobContext } from "../../runtime/job";
import { type AssetPrices, alignAssets } from "../../series";
import type { DatasetSource } from "../dataset-source";
import { NAMED } from "../problem";
import { datasetsOf, findSymbol } from "./find-symbol";

export interface PortfolioAnswer {
  total_value: number;
  daily_pnl: number;
  var_95: Fraction;
  sharpe_ratio: number | null;
  current_drawdown: Fraction;
  max_drawdown: Fraction;
  position_concentration: Fraction;
  leverage: number;
  beta_to_spy: number | null;
}

const CAPITAL = 1_000_000;
const CHUNK = 131_072;
const BENCHMARK = "SPY";

const holding = v.object({ hash: v.string(), name: v.string(), weight: v.pipe(v.number(), v.finite()) });
const client = v.object({ portfolios: v.array(v.object({ holdings: v.array(holding) })) });

/** The first portfolio with holdings, in the order of the clients. */
function firstPortfolio(clients: readonly unknown[]): v.InferOutput<typeof holding>[] | null {
  for (const one of clients) {
    const parsed = v.safeParse(client, one);
    const found = parsed.success && parsed.output.portfolios.find(({ holdings }) => holdings.length > 0);
    if (found) return found.holdings;
  }
  return null;
}

/** Replaces the message about repeated dates by one for API requests. */
const forRequests = (failure: Failure): Failure =>
  failure.reason === "series/repeatedDates" ? { ...failure, reason: "api/repeatedDates" } : failure;

/**
 * Risk of the first portfolio at its weights; the remainder is cash.
 * @param repeated which of several rows with the same date to keep; if omitted, such rows are refused when assets are matched by date
 */
export async function answerPortfolio(
  { clients, repeated }: { clients: unknown[]; repeated?: RepeatedRule },
  context: JobContext,
  source: DatasetSource,
): Promise<Outcome<PortfolioAnswer>> {
  const holdings = firstPortfolio(clients);
  if (!holdings) return fail("bad-input", "api/noPortfolio", {}, { column: NAMED.portfolio });
  const assets: AssetPrices[] = [];
  for (const { hash, name } of holdings) {
    const loaded = await source.load(hash, context);
    if (!loaded.ok) return fail("bad-input", "api/noSymbol", { symbol: name }, { column: NAMED.symbol });
    const { columns, primary, times } = loaded.value;
    const { values } = columns[primary];
    assets.push({ name, ...(repeated && times ? await onePerDate(context, { times, values }, repeated) : { times, values }) });
  }
  const weights = holdings.map(({ weight }) => weight);
  const cash = 1 - weights.reduce((sum, weight) => sum + weight, 0);
  const [{ values, times }] = assets;
  const held = await backtestPortfolio(
    {
      assets: [...assets, { name: "Cash", values: new Float64Array(values.length).fill(1), times }],
      targets: [...weights, cash],
      config: { frequency: "daily", maxTurnover: Number.MAX_VALUE },
      trigger: "calendar",
      initialCapital: CAPITAL,
      transactionCosts: 0,
      slippage: 0,
    },
    context,
  );
  if (!held.ok) return { ok: false, failure: forRequests(held.failure) };
  const { value, times: dates } = held.value;
  const risk = await analyzeRisk({ values: value, kind: "values", times: dates, iterations: 0 }, context);
  if (!risk.ok) return risk;
  const beta = await betaTo(BENCHMARK, { name: "Portfolio", values: value, times: dates }, context, source);
  if (!beta.ok) return beta;
  const last = value.length - 1;
  return succeed({
    total_value: value[last],
    daily_pnl: value[last] - value[last - 1],
    var_95: risk.value.var,
    sharpe_ratio: risk.value.additionalMetrics.sharpeRatio,
    current_drawdown: risk.value.drawdown[last],
    max_drawdown: -Math.abs(risk.value.maxDrawdown) / 100,
    position_concentration: Math.max(...weights.map(Math.abs)),
    leverage: weights.reduce((sum, weight) => sum + Math.abs(weight), 0),
    beta_to_spy: beta.value,
  });
}

/** Beta of the portfolio to a benchmark over their common dates; null if there is no such dataset or too few common dates. */
async function betaTo(symbol: string, portfolio: AssetPrices, context: JobContext, source: DatasetSource): Promise<Outcome<number | null>> {
  const listed = await datasetsOf(source);
  if (!listed.ok) return listed;
  const found = await findSymbol(symbol, listed.value, source, context);
  if (!found.ok) return found.failure.column === NAMED.symbol ? succeed(null) : found;
  const { series, prices } = found.value;
  const [align, risk] = [await context.load("portfolio"), await context.load("risk")];
  const { arena, kernels } = context;
  return arena.scope(() => {
    const joined = alignAssets(context, align, [portfolio, { name: symbol, values: prices.values, times: series.times }], 3);
    if (!joined.ok) return succeed(null);
    const { columns, stride, rows } = joined.value;
    const returns = [0, 1].map((asset) => {
      const out = arena.take(rows);
      inChunks(context, rows, CHUNK, (from, to) => kernels.simpleReturns(columns + 8 * asset * stride, from, to, out));
      return { at: out + VALUE_BYTES, mean: describeAt(context, out, 1, rows).mean ?? 0 };
    });
    return succeed(betaOf(context, risk, returns[0], returns[1], rows - 1));
  });
}
