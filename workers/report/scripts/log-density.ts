/**
 * Log density of a standardized shock in both languages, by the script's variable `distribution`: normal, generalized error, or Hansen's (1994)
 * skewed t, which is Student's t if lambda is 0. `log_density(z, nu, lambda)`; Python needs scipy's gammaln.
 */
export const LOG_DENSITY = {
  python: `def log_density(z, nu, lam):
    if distribution == "normal":
        return -0.5 * (np.log(2 * np.pi) + z * z)
    if distribution == "ged":
        scale = np.exp(0.5 * (gammaln(1 / nu) - gammaln(3 / nu)) - np.log(2) / nu)
        return np.log(nu) - np.log(scale) - (1 + 1 / nu) * np.log(2) - gammaln(1 / nu) - 0.5 * np.abs(z / scale) ** nu
    c = np.exp(gammaln((nu + 1) / 2) - gammaln(nu / 2)) / np.sqrt(np.pi * (nu - 2))
    a = 4 * lam * c * (nu - 2) / (nu - 1)
    b = np.sqrt(1 + 3 * lam * lam - a * a)
    side = np.where(z < -a / b, 1 - lam, 1 + lam)
    return np.log(b * c) - (nu + 1) / 2 * np.log1p(((b * z + a) / side) ** 2 / (nu - 2))`,
  r: `log_density <- function(z, nu, lambda) {
  if (distribution == "normal") return(dnorm(z, log = TRUE))
  if (distribution == "ged") {
    scale <- exp(0.5 * (lgamma(1 / nu) - lgamma(3 / nu)) - log(2) / nu)
    return(log(nu) - log(scale) - (1 + 1 / nu) * log(2) - lgamma(1 / nu) - 0.5 * abs(z / scale)^nu)
  }
  c0 <- exp(lgamma((nu + 1) / 2) - lgamma(nu / 2)) / sqrt(pi * (nu - 2))
  a <- 4 * lambda * c0 * (nu - 2) / (nu - 1)
  b <- sqrt(1 + 3 * lambda^2 - a^2)
  log(b * c0) - (nu + 1) / 2 * log1p(((b * z + a) / ifelse(z < -a / b, 1 - lambda, 1 + lambda))^2 / (nu - 2))
}`,
};
