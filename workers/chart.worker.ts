import { expose } from "comlink";
import { chartApi } from "./charts";

// Kernels and what reads long columns come with the first of these: short ranges need neither.
expose(chartApi(async () => (await (await import("./runtime/wasm/kernels")).loadKernels()).core));
