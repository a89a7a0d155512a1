import { expose } from "comlink";
import kernelsUrl from "../assembly/build/kernels.wasm?url";
import { chartApi } from "./lib/chart-views";
import { loadKernels } from "./wasm/kernels";

expose(chartApi(() => loadKernels(kernelsUrl)));
