import { expose } from "comlink";
import { jobs } from "./jobs";
import { parts } from "./parts";
import { computeApi } from "./runtime/compute";
import { loadKernels } from "./runtime/wasm/kernels";
import { warmUp } from "./volatility";

expose(computeApi({ jobs, parts }, loadKernels, warmUp));
