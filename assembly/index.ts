// One line per export: what JavaScript may call.
export { arenaMark, arenaRelease, arenaTake } from "./lib/arena";
