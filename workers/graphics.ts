/**
 * The GPU to compute on; null if there is none. A software fallback is not used, since it emulates a GPU on the CPU and is slower than
 * the kernels.
 */
export async function graphicsAdapter(): Promise<GPUAdapter | null> {
  // Node has no WebGPU, and before version 21 no navigator.
  const { navigator } = globalThis as { navigator?: Partial<NavigatorGPU> };
  const adapter = (await navigator?.gpu?.requestAdapter({ powerPreference: "high-performance" }).catch(() => null)) ?? null;
  return adapter?.info.isFallbackAdapter ? null : adapter;
}

/** The name the browser discloses: usually just vendor and architecture. */
export const adapterName = ({ info }: GPUAdapter): string => info.description || `${info.vendor} ${info.architecture}`.trim();
