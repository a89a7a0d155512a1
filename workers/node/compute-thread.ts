import { hash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { expose } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter";
import { parts } from "../parts";
import { computeApi } from "../runtime/compute";
import { setSha256 } from "../series";
import { kernels } from "./kernels";
import { threadJobs } from "./thread-jobs";

// Synchronous: otherwise each piece would go to one of Node's threads and back.
setSha256((values) => hash("sha256", values, "buffer"));

if (parentPort) expose(computeApi({ jobs: threadJobs, parts }, kernels), nodeEndpoint(parentPort));
