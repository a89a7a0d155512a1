import { defineBrowserProvider } from "@vitest/browser";
import { startWebKit, type WebKit } from "./webkit.ts";

/** Runs the tests of a project in WebKitGTK, one page at a time, without a provider's input and screenshots. */
export const webkit = () =>
  defineBrowserProvider({
    name: "webkit",
    supportedBrowser: ["webkit"],
    options: {},
    providerFactory: () => {
      let started: Promise<WebKit> | null = null;
      return {
        name: "webkit",
        supportsParallelism: false,
        getCommandsContext: () => ({}),
        async openPage(_, url) {
          started ??= startWebKit();
          await (await started).open(url);
        },
        async close() {
          await (await started)?.close();
        },
      };
    },
  });
