/** Only one of several tabs polls feeds and listens to live channels. */
let leading = false;

export const isLeading = (): boolean => leading;
export function lead(): void {
  leading = true;
}
