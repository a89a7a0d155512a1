/** A page's question to a service worker that seems to be installing; the answer, whether it still is, comes through the enclosed port. */
export interface InstallQuestion {
  type: "IS_INSTALLING";
}
