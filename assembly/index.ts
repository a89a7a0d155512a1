// One line per export: what JavaScript may call.
export { pyramidBase, pyramidLevel } from "./kernels/pyramid";
export { arenaMark, arenaRelease, arenaTake } from "./lib/arena";
