import type { Operation } from "../operation";
import { analyzeCuriosity, analyzeLyapunov, analyzeMarkov } from "./analyses";
import { generateKey, validateKey } from "./auth";
import { runBacktest } from "./backtest";
import { historical, summary } from "./data";
import { limits, portfolio } from "./risk";
import { createStrategy, deleteStrategy, listStrategies } from "./strategies";
import { fitVolatility } from "./volatility";

/** All operations: the source of the app, openapi.json and the contract test. */
// biome-ignore format: a line per group
export const operations: readonly Operation[] = [
  generateKey, validateKey,
  createStrategy, listStrategies, deleteStrategy, runBacktest,
  historical, summary,
  portfolio, limits,
  analyzeCuriosity, analyzeMarkov, analyzeLyapunov, fitVolatility,
];
