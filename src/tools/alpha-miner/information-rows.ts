import type { AlphaRun } from "./use-alpha";

export interface InformationRow {
  key: string;
  factor: string;
  horizon: number;
  count: number;
  mean: number | null;
  ratio: number | null;
  neweyWestT: number | null;
  neweyWestP: number | null;
}

/** One row per factor and horizon. */
export const informationRows = ({ value }: AlphaRun): InformationRow[] =>
  value.factors.flatMap(({ id, name, decay }) =>
    decay.map(({ horizon, information }) => ({
      key: `${id}-${horizon}`,
      factor: name,
      horizon,
      count: information.count,
      mean: information.mean,
      ratio: information.ratio,
      neweyWestT: information.neweyWestT,
      neweyWestP: information.neweyWestP,
    })),
  );
