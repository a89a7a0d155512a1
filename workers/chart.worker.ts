import { expose } from "comlink";
import { chartApi } from "./charts";
import { loadKernels } from "./runtime/wasm/kernels";

expose(chartApi(async () => (await loadKernels()).core));
