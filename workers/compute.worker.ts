import { expose } from "comlink";
import kernelsUrl from "../assembly/build/kernels.wasm?url";
import { jobs } from "./jobs/index";
import { computeApi } from "./lib/compute";
import { loadKernels } from "./wasm/kernels";

expose(computeApi(jobs, () => loadKernels(kernelsUrl)));
