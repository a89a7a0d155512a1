/** Only one of several tabs polls feeds and listens to live channels. */
let leading = false;

export const leads = (): boolean => leading;
export function lead(): void {
  leading = true;
}
