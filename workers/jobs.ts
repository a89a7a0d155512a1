import { jobs as api } from "./api";
import { jobs as backtest } from "./backtest";
import { jobs as batch } from "./batch";
import { jobs as chaos } from "./chaos";
import { jobs as curiosity } from "./curiosity";
import { jobs as engine } from "./engine";
import { jobs as factors } from "./factors";
import { jobs as indicators } from "./indicators";
import { jobs as ingest } from "./ingest";
import { jobs as news } from "./news";
import { jobs as portfolio } from "./portfolio";
import { jobs as regimes } from "./regimes";
import { jobs as report } from "./report";
import { jobs as results } from "./results";
import { jobs as risk } from "./risk";
import { jobs as selfTest } from "./self-test";
import { jobs as statements } from "./statements";
import { jobs as storage } from "./storage";
import { jobs as structure } from "./structure";
import { jobs as validation } from "./validation";
import { jobs as volatility } from "./volatility";

/** Every job of the workers, merged from the domains; the page's typed client is derived from this table. */
export const jobs = {
  ...api,
  ...backtest,
  ...batch,
  ...chaos,
  ...curiosity,
  ...engine,
  ...factors,
  ...indicators,
  ...ingest,
  ...news,
  ...portfolio,
  ...regimes,
  ...report,
  ...results,
  ...risk,
  ...selfTest,
  ...statements,
  ...storage,
  ...structure,
  ...validation,
  ...volatility,
};

export type Jobs = typeof jobs;
