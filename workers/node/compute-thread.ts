import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { expose } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter";
import { parts } from "../parts";
import { computeApi } from "../runtime/compute";
import { type KernelSet, openKernels } from "../runtime/wasm/kernels";
import { setSha256 } from "../series";
import { threadJobs } from "./thread-jobs";

// The other way each piece goes to a thread of Node's and back.
setSha256((values) => hash("sha256", values, "buffer"));

let opening: Promise<KernelSet> | undefined;

/** The kernels of this thread, each module compiled once, from the files beside this one. */
const kernels = () => {
  opening ??= openKernels(async (url) => WebAssembly.compile(await readFile(new URL(url))));
  return opening;
};

if (parentPort) expose(computeApi({ jobs: threadJobs, parts }, kernels), nodeEndpoint(parentPort));
