import * as v from "valibot";
import { fail, type Outcome, succeed } from "../../workers/contract";
import { withCurrentNames } from "../../workers/former-names";
import { oneLine } from "../lib/one-line";
import { contentOf, MAX_NAME, type StrategyContent, strategyContentSchema } from "./strategy-body";

const FORMAT = "prospect-strategies";
/** A file of strategies is small: a larger file is something else. */
const MAX_BYTES = 5_000_000;

const importedSchema = v.object({
  ...strategyContentSchema.entries,
  name: v.pipe(
    v.string(),
    v.transform((name) => oneLine(name, MAX_NAME)),
  ),
});

const fileSchema = v.object({
  format: v.literal(FORMAT),
  version: v.literal(1),
  strategies: v.pipe(v.array(importedSchema), v.minLength(1), v.maxLength(1000)),
});

/** Strategies as a document to be saved as JSON. */
export const strategyFile = (strategies: readonly StrategyContent[]) => ({
  format: FORMAT,
  version: 1,
  strategies: strategies.map((strategy) => contentOf(strategy)),
});

/** The strategies of an exported file, validated one by one. */
export async function readStrategyFile(file: Blob): Promise<Outcome<StrategyContent[]>> {
  const refused = fail("bad-input", "backtest/strategyFile");
  if (file.size > MAX_BYTES) return refused;
  try {
    const parsed = v.safeParse(fileSchema, JSON.parse(withCurrentNames(await file.text())));
    return parsed.success ? succeed(parsed.output.strategies) : refused;
  } catch {
    return refused;
  }
}
