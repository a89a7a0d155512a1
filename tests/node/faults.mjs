// Faults of a worker, at the seam of its files; loaded before the command with --import, on every thread of it.
//   FAULT_FILE    names of series whose reading sends FAULT_SIGNAL to the process, or ends the thread that reads where that is "EXIT"
//   FAULT_ONCE    a file that is made by the first time, after which there is no more fault
//   FAULT_LINES   name of a file of rows, the opening of which ends the thread that is to write results of them
//   FULL          a file as long as which exists the disk takes no more
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";

const { FAULT_FILE, FAULT_SIGNAL = "SIGKILL", FAULT_ONCE, FAULT_LINES, FULL } = process.env;
const { readFile, open } = fs.promises;
const { openSync, writeSync } = fs;

/** Whether the fault occurs: at every read, or only at the first. */
function strikes() {
  if (!FAULT_ONCE) return true;
  try {
    fs.closeSync(openSync(FAULT_ONCE, "wx"));
    return true;
  } catch {
    return false;
  }
}

const names = FAULT_FILE?.split(",") ?? [];

fs.promises.readFile = (path, ...rest) => {
  if (names.some((name) => String(path).endsWith(name)) && strikes()) {
    // On a worker thread, this ends only the thread.
    if (FAULT_SIGNAL === "EXIT") process.exit();
    process.kill(process.pid, FAULT_SIGNAL);
  }
  return readFile(path, ...rest);
};

fs.openSync = (path, ...rest) => {
  if (FAULT_LINES && !isMainThread && String(path).endsWith(FAULT_LINES) && strikes()) process.exit();
  return openSync(path, ...rest);
};

function checkRoom() {
  if (!FULL || !fs.existsSync(FULL)) return;
  throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
}

fs.promises.open = async (path, flags, ...rest) => {
  if (flags === "wx") checkRoom();
  return open(path, flags, ...rest);
};
fs.writeSync = (...args) => {
  checkRoom();
  return writeSync(...args);
};
syncBuiltinESMExports();
