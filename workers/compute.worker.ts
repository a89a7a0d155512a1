import { expose } from "comlink";
import { jobs } from "./jobs/index";
import { computeApi } from "./lib/compute";
import { loadKernels } from "./wasm/kernels";

expose(computeApi(jobs, loadKernels));
