import * as api from "./api/messages";
import * as backtest from "./backtest/messages";
import * as chaos from "./chaos/messages";
import * as curiosity from "./curiosity/messages";
import * as engine from "./engine/messages";
import * as factors from "./factors/messages";
import * as feeds from "./feeds/messages";
import * as indicators from "./indicators/messages";
import * as ingest from "./ingest/messages";
import * as news from "./news/messages";
import * as numerics from "./numerics/messages";
import * as performance from "./performance/messages";
import * as portfolio from "./portfolio/messages";
import * as regimes from "./regimes/messages";
import * as report from "./report/messages";
import * as results from "./results/messages";
import * as risk from "./risk/messages";
import * as runtime from "./runtime/messages";
import * as series from "./series/messages";
import * as statements from "./statements/messages";
import * as storage from "./storage/messages";
import * as structure from "./structure/messages";
import * as validation from "./validation/messages";
import * as volatility from "./volatility/messages";

/** Every message that can be shown when something fails, by domain and name; worded as in the product specification if it has one. */
export const texts = {
  api,
  backtest,
  chaos,
  curiosity,
  engine,
  factors,
  feeds,
  indicators,
  ingest,
  news,
  numerics,
  performance,
  portfolio,
  regimes,
  report,
  results,
  risk,
  runtime,
  series,
  statements,
  storage,
  structure,
  validation,
  volatility,
};

type Texts = typeof texts;
type Room = keyof Texts;

/** The key of a text: "volatility/tooFew". */
export type Reason = { [R in Room]: `${R}/${keyof Texts[R] & string}` }[Room];

/** Values inserted into a text, by name. A `cause` among them is inserted as its own text. */
export type Params = Readonly<Record<string, unknown>>;

/** Why something failed: the key of a text and the values inserted into it. The text is only made where it is shown. */
export interface Cause {
  reason: Reason;
  params?: Params;
}

type TextOf<R extends Reason> = R extends `${infer Key extends Room}/${infer Name}` ? Texts[Key][Name & keyof Texts[Key]] : never;
type ParamsOf<T> = { [P in keyof T]: P extends "cause" ? Cause : T[P] };
/** The values that a key requires. */
export type Filled<R extends Reason> =
  TextOf<R> extends (params: infer P) => string ? [params: ParamsOf<P>] : [params?: Record<string, never>];
/** Keys of texts that contain another: 'Analysis failed: {cause}'. */
export type Frame = { [R in Reason]: TextOf<R> extends (params: { cause: string }) => string ? R : never }[Reason];

/** The text of a cause. */
export function failureText({ reason, params = {} }: Cause): string {
  const [room, name] = reason.split("/");
  const text: unknown = (texts as Record<string, Record<string, unknown>>)[room]?.[name];
  if (typeof text !== "function") return String(text ?? runtime.crashed);
  return text("cause" in params ? { ...params, cause: failureText(params.cause as Cause) } : params);
}
