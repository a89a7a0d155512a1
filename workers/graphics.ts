/**
 * The graphics processor that may compute; null if there is none. One that the engine only imitates on the processor is slower than the
 * kernels are, and is not asked.
 */
export async function graphicsAdapter(): Promise<GPUAdapter | null> {
  // Node has had none of it, and before version 21 no navigator.
  const { navigator } = globalThis as { navigator?: Partial<NavigatorGPU> };
  const adapter = (await navigator?.gpu?.requestAdapter({ powerPreference: "high-performance" }).catch(() => null)) ?? null;
  return adapter?.info.isFallbackAdapter ? null : adapter;
}

/** What the engine tells of it: a maker and a generation, rarely more. */
export const adapterName = ({ info }: GPUAdapter): string => info.description || `${info.vendor} ${info.architecture}`.trim();
