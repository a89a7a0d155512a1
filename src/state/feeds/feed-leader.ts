/** Of several tabs one reads feeds by the clock, and listens to live channels. */
let leading = false;

export const leads = (): boolean => leading;
export function lead(): void {
  leading = true;
}
