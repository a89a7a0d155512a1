// Injects faults into a worker's file access; loaded before the command with --import, in each of its threads.
//   FAULT_FILE    names of series at whose reading FAULT_SIGNAL is sent to the process; if that is "EXIT", the reading thread ends, and if
//                 it is "STALL", the file never comes
//   FAULT_ONCE    a file created by the first fault; there are no more faults while it exists
//   FAULT_LINES   name of a file of rows; opening it ends the thread that would write results from it
//   FULL          a file; while it exists the disk is full
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
    if (FAULT_SIGNAL === "STALL") return new Promise(() => setInterval(() => undefined, 1000));
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
