import { expose } from "comlink";
import { chartApi } from "./lib/chart-views";
import { loadKernels } from "./wasm/kernels";

expose(chartApi(async () => (await loadKernels()).core));
