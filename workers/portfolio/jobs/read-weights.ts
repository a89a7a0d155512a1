import * as v from "valibot";
import { type Count, type Fraction, fail, type Outcome, succeed } from "../../contract";
import { BinaryFile, readingFailure, refuseUnsolved, type TextRecord, tablesWithin, type UnsolvedColumn } from "../../ingest";
import type { JobContext } from "../../runtime/job";
import { weightSetting } from "../budget-schema";
import { type ListBasis, MAX_LIST, plainAsset, type WeightList, weightList } from "../weight-list";

export interface ReadWeightsInput {
  source: Blob | string;
  /** Names of the assets to be weighted. */
  names: readonly string[];
}

export interface ReadWeights {
  basis: ListBasis;
  /** Names of the requested assets. */
  names: readonly string[];
  /** One per asset; 0 if the list does not name it. */
  weights: Fraction[];
  /** Assets not in the list. */
  missing: string[];
  /** Positions of the list that are not among the assets: their weight is not invested. */
  others: WeightList["positions"];
}

/** Maximum number of rows of a list of positions. */
const MAX_ROWS: Count = 20_000;
const LABEL = "Reading the weights";

const tooLong = () => fail("too-large", "portfolio/listTooLong", { most: MAX_ROWS });

/** Weights of the assets from a list of positions, in a file of any format or as pasted. */
export async function readWeights({ source, names }: ReadWeightsInput, context: JobContext): Promise<Outcome<ReadWeights>> {
  const blob = typeof source === "string" ? new Blob([source]) : source;
  const assets = new Set(names.map(plainAsset));
  let isNamed = false;
  const unsolved: UnsolvedColumn[] = [];
  try {
    for await (const table of tablesWithin(blob, context, LABEL)) {
      if ((table.size ?? 0) > MAX_LIST) return tooLong();
      const records: TextRecord[] = [];
      for await (const piece of table.records()) {
        if (records.length + piece.length > MAX_ROWS) return tooLong();
        records.push(...piece);
      }
      const list = weightList(records, assets, table.parted, table.unsolved);
      if (!list) {
        unsolved.push(...table.unsolved);
        continue;
      }
      if (list === "sum") return fail("bad-input", "portfolio/listSum");
      // A table of prices has the names of assets in its header.
      if (list === "columns") {
        isNamed = true;
        continue;
      }
      if ("line" in list) {
        const { name, value, line, column } = list;
        return fail("bad-input", "portfolio/listAmount", { name, value }, { row: line, ...(column && { column }) });
      }
      return weightsOf(list, names);
    }
    // The unresolved column may be that of the names.
    if (!isNamed) refuseUnsolved(unsolved);
  } catch (error) {
    if (error instanceof BinaryFile) return fail("bad-input", "ingest/csvNotCsv");
    return readingFailure(error);
  }
  if (isNamed) return fail("bad-input", "portfolio/listColumns");
  return fail("bad-input", "portfolio/listNames", { names: names.slice(0, 3).join(", ") });
}

function weightsOf({ basis, positions }: WeightList, names: readonly string[]): Outcome<ReadWeights> {
  const wild = positions.find(({ weight }) => !v.is(weightSetting, weight));
  if (wild) return fail("bad-input", "portfolio/listWeight", { name: wild.name });
  const given = new Map(positions.map((position) => [plainAsset(position.name), position.weight]));
  const assets = new Set(names.map(plainAsset));
  return succeed({
    basis,
    names,
    weights: names.map((name) => given.get(plainAsset(name)) ?? 0),
    missing: names.filter((name) => !given.has(plainAsset(name))),
    others: positions.filter(({ name }) => !assets.has(plainAsset(name))),
  });
}
