// One line per export: what JavaScript may call of dense linear algebra, covariances and portfolio optimisation.
export { choleskyFactor, choleskySolve, invertLower } from "../lib/linear-algebra/cholesky";
export { eigenIterate, eigenReduce, eigenVectors } from "../lib/linear-algebra/eigen";
export { staticEnd } from "../lib/static-end";
