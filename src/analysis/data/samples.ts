/** Shipped samples; source and license of each are in `public/samples/README.md`. */
export const samples = [
  {
    id: "wti",
    label: "WTI crude oil",
    note: "daily spot price in dollars a barrel, 1986–2019; U.S. EIA, public domain",
    file: "wti_1986_2019.csv",
    holds: "series",
    values: "prices",
  },
  {
    id: "dem2gbp",
    label: "DM/GBP benchmark",
    note: "daily log returns in percent, 1984–1991; Bollerslev and Ghysels (1996)",
    file: "dem2gbp.csv",
    holds: "series",
    values: "returns",
  },
  {
    id: "assets",
    label: "Four simulated assets",
    note: "daily prices of equities, bonds, commodities and real estate, 2019–2023; simulated with known parameters",
    file: "simulated_assets.csv",
    /** One column per asset. */
    holds: "assets",
    values: "prices",
  },
  {
    id: "market",
    label: "Simulated market",
    note: "daily bars of six assets through last year; simulated: GARCH(1,1) with t shocks, calm and turbulent regimes, seed 2027",
    /** Simulated by a job, up to the end of last year. */
    file: null,
    holds: "both",
    values: "prices",
  },
] as const;

export type SampleId = (typeof samples)[number]["id"];

export const sampleOf = (id: SampleId) => samples.find((sample) => sample.id === id) ?? samples[0];
