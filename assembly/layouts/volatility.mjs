import { block, f64, i32, usize } from "./declare.mjs";

export const standardization = block("Parameters of `garchStandardize`.", {
  x: usize("series"),
  y: usize("standardized series, out"),
  mean: f64("what is taken away"),
  scale: f64("what is divided by"),
  out: usize("3 values, added to: sums of y, y^2 and y^4"),
});

export const fitColumns = block("Parameters of `garchColumns` and `rootColumns`.", {
  y: usize("standardized series, or its shocks"),
  spread: usize("of each step, in standardized units: the variance, or one over the standard deviation with any sign"),
  mu: f64("mean of y"),
  scale: f64("standard deviation the series was divided by"),
  volatility: usize("volatility of each step, out"),
  residuals: usize("standardized residuals, out; may be a column that is read"),
});

export const garchProducts = block("Parameters of `garchProducts`.", {
  state: usize("as `garchForward` left it"),
  y: usize("standardized series"),
  h: usize("variances with the pre-sample variance in the five values before them"),
  g: usize("what `garchForward` kept beside them"),
  work: usize(
    "`garchProductsSize` values, kept from chunk to chunk; from = 0 clears it; the sums are its first 16 x 16 values, row-major, filled where " +
      "the column pair is at or behind the row pair",
  ),
  mode: i32("0 information: d h / d theta / h, and then 1 / sqrt(h) and 1; 1 scores: d l / d theta, and then nu and lambda"),
});

export const garchCurvature = block("Parameters of `garchCurvature`.", {
  state: usize("as `garchForward` left it"),
  y: usize("standardized series"),
  h: usize("variances"),
  adjoint: usize("what `garchAdjoints` left"),
  carry: usize("8 values, kept from chunk to chunk: derivatives of the variances"),
  sums: usize(
    "21 values, added to: twice l_hh d d' above and on the diagonal (10), twice l_he d (4), L[t] d[t-1] (4), and the sums of twice l_ee, of L and " +
      "of L[t] e[t-1], where L is twice the adjoint",
  ),
});

export const gjrPass = block("Columns of a GJR likelihood's passes.", {
  state: usize("prepared by `gjrPrepare`"),
  y: usize("standardized series; the `MEAN_LAGS` values before it are returns that are taken as given"),
  e: usize("shocks; eight values before them are written too"),
  h: usize("variances; eight values before them are written too"),
  g: usize("twice the derivative of the log-density by h[t]; then its adjoint"),
  u: usize("derivative of the log-density by e[t] where h[t] is fixed"),
});

export const egarchPass = block("Columns of an EGARCH likelihood's passes.", {
  state: usize("prepared by `egarchPrepare`"),
  y: usize("standardized series"),
  logs: usize("L[t] = ln h[t]"),
  inverse: usize(
    "exp(-L[t] / 2) with the sign by which z[t] becomes |z[t]|. With FROZEN set the signs that stand there are kept: |z| has a kink at 0 where " +
      "the gradient jumps, and differences of gradients are to be taken of the smooth function on this side of all kinks",
  ),
  slopes: usize("d ln f / dz at z[t]"),
});

export const aparchPass = block("Columns of an APARCH likelihood's passes.", {
  state: usize("prepared by `aparchPrepare`"),
  y: usize("standardized series"),
  shocks: usize("e[t]"),
  sizes: usize("ln |e[t]|; 0 where e[t] is 0"),
  powers: usize("|e[t]|^delta"),
  levels: usize("S[t] = sigma[t]^delta"),
  inverse: usize("1 / sigma[t]"),
  slopes: usize("d ln f / dz at z[t]"),
});

export const lagPass = block("Columns of the passes of a likelihood whose variance is a weighted sum of past squared shocks.", {
  density: usize("filled by `densityPrepare`"),
  code: i32("which density"),
  y: usize("standardized series; `lags` values stand before it"),
  mean: usize("mu, ar 1..lags"),
  lags: i32("earlier values in the mean"),
  shocks: usize("e in the first column, e[t] y[t - i] in column i; `stride` bytes from one to the next"),
  stride: usize("bytes from one column of shocks to the next"),
  squares: usize("squared shocks"),
  variances: usize("variances, as `lagFilter` makes them"),
  slopes: usize("d log-likelihood / dh[t]"),
  direct: usize("d log-likelihood / d mean[t] without the way through the variances; 0 where it is not asked for"),
  sums: usize("sums of a pass, 10 values"),
});

export const lagScores = block("Parameters of `lagScores` beside the columns of the pass.", {
  derivatives: usize("dh[t] by each parameter: `count` columns, whose first value is that of the first step of the call"),
  stride: usize("bytes from one of these columns to the next"),
  count: i32("number of these columns"),
  row: usize("room for count + 2 values"),
  matrix: usize("(count + 2) x (count + 2) values, added to"),
  sums: usize("running sums and their products, as `addRunningProducts` keeps them; 0 for none"),
});

export const lagFilter = block("Parameters of `lagFilter`.", {
  reversed: usize("weights, oldest lag first: reversed[j] = weight of lag `lags` - j"),
  lags: i32("a multiple of 4; fill up with weights of 0"),
  x: usize("readable from x[-lags] on"),
  constant: f64("what each sum begins with"),
  out: usize("where the sums go"),
});

export const paths = block("Parameters of `pathsStep`: a model, what its paths remember, and where a step goes.", {
  model: usize("29 values"),
  shocks: usize("ring of shocks"),
  levels: usize("ring of levels of the variance"),
  history: usize("ring of returns; unused without return lags"),
  weights: usize("of family 2, newest first, as many as `slots` at least"),
  paths: i32("number of paths"),
  slots: i32("rows of the rings"),
  noise: usize("z of each path for this step"),
  sigmas: usize("sqrt(h) of each path, out"),
  returns: usize("return of each path, out"),
  totals: usize("sum of the returns of each path so far, in and out"),
  sums: usize("sum of h and sum of h^2 over the paths, added to in path order"),
});

export const followed = block("Parameters of `followReturns`: a model, what it remembers, and the returns it follows.", {
  model: usize("29 values"),
  shocks: usize("ring of shocks"),
  levels: usize("ring of levels of the variance"),
  history: usize("ring of returns; unused without return lags"),
  weights: usize("of family 2, newest first, as many as `slots` at least"),
  slots: i32("rows of the rings"),
  known: usize("known part of h at each step (family 2), or 0"),
  actual: usize("the returns"),
  work: usize("room for 8 values"),
  sigmas: usize("sqrt(h) of each step, out"),
  means: usize("expected return of each step, out"),
});

export const nelsonSum = block("Parameters of `nelsonSum`.", {
  residuals: usize("standardized residuals"),
  alpha: f64("weight of a squared shock"),
  gamma: f64("what is added to it where the shock is below 0"),
  beta: f64("weight of the last variance"),
  sums: usize("2 values, added to"),
});

export const nelsonProduct = block("Parameters of `nelsonProduct`.", {
  residuals: usize("standardized residuals"),
  weights: usize("alpha 1..q, beta 1..p, gamma 1..q"),
  p: i32("lags of the variance"),
  q: i32("lags of squared shocks"),
  vector: usize("p + q - 1 values carried from chunk to chunk: h now and before (p), then e^2 before, with the sign of e (q - 1); any start with h above 0"),
});

export const prospect = block("Parameters of `prospectValues`.", {
  returns: usize("returns"),
  window: i32("returns before, whose mean is the reference; 0 for a reference of 0"),
  scale: f64("turns returns into fractions of one: 0.01 for percent"),
  exponent: f64("curvature of the value"),
  lossAversion: f64("weight of a loss"),
  out: usize("values, out[t - window]"),
  sums: usize("added to: sum of x^exponent over gains, the same of losses, number of gains"),
});
