import { expose } from "comlink";
import { chartApi } from "./charts";

// Kernels are loaded on demand: short ranges do not need them.
expose(chartApi(async () => (await (await import("./runtime/wasm/kernels")).loadKernels()).core));
