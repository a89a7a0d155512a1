/** What a page asks a service worker that it finds installing. Answered through the port that comes with it: whether it is still at it. */
export interface InstallQuestion {
  type: "IS_INSTALLING";
}
