import type { Series } from "../../../workers/contract";
import { SIMULATED_MARKET, type SimulatedAsset } from "../../../workers/volatility/simulated-market";
import { fixed, percent, plural } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { sampleOf } from "./samples";
import { SIMULATED_ASSETS } from "./simulated-assets";

/** A true parameter; none has more than three decimals. */
const given = (name: string, header: string, of: (asset: SimulatedAsset) => number): TableColumn<SimulatedAsset> => ({
  id: name,
  header,
  cell: (asset) => fixed(of(asset), 3),
});

const MARKET_COLUMNS: readonly TableColumn<SimulatedAsset>[] = [
  { id: "symbol", header: "Asset", cell: ({ symbol }) => symbol },
  given("mu", "μ, %", ({ mu }) => mu),
  given("omega", "ω", ({ omega }) => omega),
  given("alpha", "α", ({ alpha }) => alpha),
  given("beta", "β", ({ beta }) => beta),
  given("persistence", "α+β", ({ alpha, beta }) => alpha + beta),
  given("market", "Correlation", ({ market }) => market),
];

function MarketTruth() {
  const { assets, nu, regimes, seed } = SIMULATED_MARKET;
  const [calm, turbulent] = regimes.map(
    ({ name, days, scale, mean }) => `${name} (${plural(days, "day")} on average, shocks × ${scale}, mean ${percent(mean / 100, 2)})`,
  );
  return (
    <>
      <p className="mb-2 text-muted text-small">
        Daily closes of a GARCH(1,1) per asset, in percent, with shocks of Student’s t with {nu} degrees of freedom that are correlated with
        a market’s. Two regimes follow one another as a Markov chain: {calm} and {turbulent}. They scale returns after the recursion, so
        estimates come near these parameters, not to them. Seed {seed}.
      </p>
      <DataTable label="Parameters of the simulation" columns={MARKET_COLUMNS} rows={assets} rowKey={({ symbol }) => symbol} copyable />
    </>
  );
}

type Place = number;
const { names, volatility, mean, correlation } = SIMULATED_ASSETS;
const ASSET_COLUMNS: readonly TableColumn<Place>[] = [
  { id: "name", header: "Asset", cell: (place) => names[place] },
  { id: "volatility", header: "Volatility", cell: (place) => percent(volatility[place], 1) },
  { id: "mean", header: "Mean return", cell: (place) => percent(mean[place], 1) },
  ...names.map((name, other) => ({
    id: name,
    header: `With ${name}`,
    cell: (place: Place) => fixed(correlation[Math.max(place, other)][Math.min(place, other)] ?? Number.NaN, 2),
  })),
];

function AssetsTruth() {
  const { nu, seed } = SIMULATED_ASSETS;
  return (
    <>
      <p className="mb-2 text-muted text-small">
        Daily returns with shocks of Student’s t with {nu} degrees of freedom. Annualized volatility, annual mean return, and correlations.
        Seed {seed}.
      </p>
      <DataTable
        label="Parameters of the simulation"
        columns={ASSET_COLUMNS}
        rows={[...names.keys()]}
        rowKey={(place) => names[place]}
        copyable
      />
    </>
  );
}

const isSample = ({ origin, name }: Series, id: "market" | "assets") => {
  const { label } = sampleOf(id);
  return origin === "sample" && (name === label || name.startsWith(`${label} (`));
};

/**
 * The true parameters of a simulated sample, against which estimates can be compared; nothing for other data. Not in reports: where one is
 * checked, its data come from a file.
 */
export function SimulatedTruth({ series }: { series: Series }) {
  const Truth = isSample(series, "market") ? MarketTruth : isSample(series, "assets") ? AssetsTruth : null;
  if (!Truth) return null;
  return (
    <section data-report="none" className="mt-4">
      <h3 className="mb-1.5 font-semibold">How it was simulated</h3>
      <Truth />
    </section>
  );
}
