import { availableParallelism } from "node:os";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import type { BrowserProviderOption } from "vitest/node";
import { CHROMIUM_ARGS, findChromium, findFirefox, findHeadlessChromium, firefoxLaunch, SOFTWARE_GPU_ARGS } from "./scripts/browsers.mjs";
import { appPack } from "./scripts/vite-app-pack.ts";
import { assemblyscript } from "./scripts/vite-assemblyscript.ts";
import { buildFacts } from "./scripts/vite-build-facts.ts";
import { bundledWorkers } from "./scripts/vite-bundled-workers.ts";
import { command } from "./scripts/vite-command.ts";
import { englishInterface } from "./scripts/vite-english-interface.ts";
import { keptAssets } from "./scripts/vite-kept-assets.ts";
import { lastingModules } from "./scripts/vite-lasting-modules.ts";
import { leanPreloads } from "./scripts/vite-lean-preloads.ts";
import { methods } from "./scripts/vite-methods.ts";
import { noCircles } from "./scripts/vite-no-circles.ts";
import { staticHosts } from "./scripts/vite-static-hosts.ts";
import { witnessTwins } from "./scripts/vite-witness-twins.ts";
import { webkit } from "./scripts/vitest-webkit.ts";
import { PROOFS } from "./tests/kernels/proofs.ts";
import { ENDINGS } from "./workers/app-pack.ts";
import { contentSecurityPolicy, ISOLATION, securityHeaders } from "./workers/policy.ts";

/** Address for demo requests, if this build has one. */
const demoEndpoint = process.env.VITE_DEMO_ENDPOINT;

const SHARED_ICONS =
  /node_modules\/lucide-react\/dist\/esm\/(icons\/(x|chevron-down|chevron-right)|createLucideIcon|Icon|defaultAttributes|shared)/;
/** What every tool needs and no other screen does; and a chart that GARCH and Home share, too small for its own file. */
const TOOL =
  /\/src\/(charts\/fitted-volatility|analysis\/(tool-screen|first-result\/first-result|data\/(use-series-source|series-reader|series-field|series-reading|series-summary|late-reading|rail-line|reader-state|samples|use-clear|dataset-menu))|ui\/(late-progress|tool-layout|use-run-keys)|state\/passing-period)\.tsx?/;
/** The data section of most tools. */
const DATA = /\/src\/analysis\/data\/(data-section|value-fields|analyzed-column)\.tsx?/;
/** Running an analysis, and what follows its result. */
const ANALYSIS = /\/src\/analysis\/use-(analysis|follow-up)\.ts/;
/** Steps per year of a series. */
const STEPS = /\/src\/state\/(annualization|use-steps-per-year)\.ts/;
/** Undo and restored state: loaded by screens and charts once they are there. */
const KEPT = /\/src\/(lib\/kept-places|state\/(edits|dataset-edits))\.ts/;
/** What the shell reports and listens to once the page is idle. */
const QUIET = /\/src\/state\/(job-words|notices|offered-file|shortcuts|notify-system)\.ts/;
/** The component library's files grouped by when they are needed; each group is one chunk. */
const library = (...files: string[]) => new RegExp(`/node_modules/(${files.join("|")})`);
const ARIA = "react-aria/dist/private/";
const STATELY = "react-stately/dist/private/";
const COMPONENTS = "react-aria-components/dist/private/";
/** Used by every button, so on every page. */
const PRESS = library(
  `${ARIA}(button/useButton\\.|collections/Hidden|focus/useFocusRing|i18n/(utils|useDefaultLocale|I18nProvider|useNumberFormatter)|label/useLabel|live-announcer|progress|ssr)`,
  `${ARIA}interactions/(context|createEventHandler|createKeyboardShortcutHandler|focusSafely|textSelection|use(Focus|FocusVisible|FocusWithin|Focusable|Hover|Keyboard|Press)\\.|utils)`,
  `${ARIA}utils/(chain|domHelpers|filterDOMProps|focusWithoutScrolling|getMetaValue|getNonce|is(ElementVisible|Focusable|VirtualEvent)|merge(Props|Refs)|openLink|platform|runAfterTransition|shadowdom/DOMFunctions)`,
  `${ARIA}utils/use(EffectEvent|GlobalListeners|Id|Labels|LayoutEffect|ObjectRef|SyncRef|ValueEffect)\\.`,
  `${STATELY}(flags|toast|utils/number)`,
  `${COMPONENTS}(Button|Label|ProgressBar|utils)\\.`,
  "@internationalized/number/dist/private/NumberFormatter",
  "clsx",
  "use-sync-external-store/(cjs/use-sync-external-store-shim\\.|shim/index)",
);
/** Used by every field. */
const FIELDS = library(
  `${ARIA}(form|i18n/useLocalizedStringFormatter|label/useField|textfield/useTextField|utils/useFormReset)`,
  `${STATELY}(form|utils/useControlledState)`,
  `${COMPONENTS}(FieldError|Form|Group|Text)\\.`,
  "@internationalized/string",
);
/** Used by number fields. */
const NUMBERS = library(
  `${ARIA}(interactions/useScrollWheel|intl/(numberfield|spinbutton)|numberfield|spinbutton|textfield/useFormattedTextField)`,
  `${STATELY}numberfield`,
  `${COMPONENTS}NumberField`,
  "@internationalized/number/dist/private/NumberParser",
);
/** What menus, dialogs and explanations need to float: loaded when the page is idle, or when the first of them is touched. */
const FLOATING = library(
  `${ARIA}(collections/(?!Hidden)|dialog|i18n/useCollator|interactions/(PressResponder|use(ContextMenu|InteractOutside|LongPress))|intl/menu|menu|overlays|selection|separator)`,
  `${ARIA}utils/(animation|getScrollParents?|inertValue|isScrollable|runAfterKeyboard|scrollIntoView|use(Description|LoadMoreSentinel|ResizeObserver|UpdateLayoutEffect))`,
  `${STATELY}(collections|menu|overlays|selection|tree)`,
  `${COMPONENTS}(Collection|Dialog|Header|Heading|Keyboard|Menu|OverlayArrow|Popover|Separator)\\.`,
);
/** The frame of every page except Home. */
const PAGE = /\/src\/ui\/(failure-box|page-header|panel|scroll-area|tabs|use-faded-edge|use-tab-address|use-tab-list)\.tsx?/;
/** Needed by nearly every part, a few lines each. */
const COMMON =
  /\/(node_modules\/comlink\/|workers\/(capabilities|contract|former-names|runtime\/schema)\.ts|src\/(charts\/chart-desk|client\/watched-worker|lib\/(capabilities|device-text|format|is-same|leaving|store|texts|when-idle)|state\/source-atom|ui\/(device-check|on-demand|toast-queue|use-latest))\.ts)/;

const inTests = Boolean(process.env.VITEST);
const executablePath = inTests ? ((await findChromium()) ?? undefined) : undefined;
/** Components are tested for behavior, for which the lighter Chromium suffices; pictures use the full one. */
const lighterPath = inTests ? ((await findHeadlessChromium()) ?? undefined) : undefined;
/** Without a Firefox its tests are skipped, and the run says so. */
const firefoxPath = inTests ? findFirefox() : null;
const unitTests = ["tests/unit/**/*.test.ts"];
const kernelTests = ["tests/kernels/**/*.test.ts"];
/**
 * What runs in a second engine every time: the digests of all seeded questions, the self-checks, every kernel beside its twin, and the API.
 */
const secondEngineTests = [
  "tests/kernels/{seeded-jobs,self-test,twins-*}.test.ts",
  "tests/kernels/{api,volatility}/{api-*,volatility-bits}.test.ts",
  "tests/kernels/results/*.test.ts",
];
/**
 * What runs in Chromium in a short run: the same, every comparison of a kernel with its twin, the invariants, and code that reads and
 * stores by browser APIs. The other files call the same compiled kernels as in Node, and run there.
 */
const chromiumTests = [
  ...secondEngineTests,
  ...Object.keys(PROOFS).map((file) => `tests/kernels/${file}.test.ts`),
  "tests/kernels/{invariants,column-properties}.test.ts",
  "tests/kernels/storage/*.test.ts",
  "tests/kernels/ingest/{described,packed,typed}-files.test.ts",
  "tests/kernels/structure/profile-gpu.test.ts",
];
/** Large enough for the largest picture: in a smaller window it would be scaled down. */
const ROOM = { width: 1440, height: 2200 };
const inBrowser = (browser: "chromium" | "firefox" | "webkit", provider: BrowserProviderOption) => ({
  enabled: true,
  headless: true,
  // One page at a time, as tests depend on the focus.
  fileParallelism: false,
  screenshotFailures: false,
  provider,
  instances: [{ browser, viewport: { width: 1280, height: 720 } }],
});
const browser = (room?: typeof ROOM, path = executablePath, args = CHROMIUM_ARGS) =>
  inBrowser("chromium", playwright({ launchOptions: { executablePath: path, args }, ...(room && { contextOptions: { viewport: room } }) }));
const inFirefox = (path: string) => inBrowser("firefox", playwright({ launchOptions: firefoxLaunch(path) }));
/** A real browser on a busy machine can miss a frame; a test that fails twice in a row is a failure. */
const retry = process.env.CI || process.env.ENGINE ? 1 : 0;
/** Property tests take a second on an idle machine; a busy machine must not make them fail. */
const testTimeout = 60_000;
/** Which run it is, for tests that run in a browser and cannot read the environment (`tests/fixtures/in-all.ts`). */
const all = Boolean(process.env.TEST_ALL);
const provide = { all, long: all || Boolean(process.env.ENGINE) };
const COMPONENT_PICTURES = ["tests/browser/ui-gallery.test.tsx"];
const componentsIn = {
  retry,
  testTimeout,
  // On a busy machine a worker may take longer to answer than the default of one second.
  expect: { poll: { timeout: 15_000 } },
};
const kernelsIn = (include: string[]) => ({
  setupFiles: ["tests/kernels/check-proofs.ts"],
  include,
  testTimeout,
  // The files of a process or page share it, so each kernel module is compiled only once there.
  isolate: false,
});
/** Flows mostly wait for a browser, and tests of the command for child processes: two at once keep two cores busy. */
const AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2));
/** What runs first: several Node files at once, and a page of each browser in parallel. */
const FIRST = { maxWorkers: AT_ONCE };
/** What runs alongside the flows, which leave cores idle while they wait for their hosts. */
const BESIDE_FLOWS = { maxWorkers: AT_ONCE, sequence: { groupOrder: 1 } };
/** Not run for flows in another engine: pictures are Chromium's, and the comparison of engines covers them already. */
const CHROMIUM_ONLY = ["tests/e2e/pictures.test.ts", "tests/e2e/engines.test.ts"];
/** Flows represented by others, components and kernels in the short run; see tests/README. */
const LONG_FLOWS = [
  "api-figures",
  "chart-tools",
  "dynamics-bad-input",
  "dynamics-figures",
  "first-minute",
  "first-press",
  "graphics",
  "local-folder",
  "side-by-side",
].map((name) => `tests/e2e/${name}.test.ts`);
/** Flows on the production build. The files of a worker share its browser, each with separate visitors. */
const flows = {
  environment: "node",
  globalSetup: ["tests/e2e/setup.ts"],
  isolate: false,
  retry,
  // WebKitGTK draws on the CPU, and two flows at once take several times as long as one.
  testTimeout: process.env.ENGINE === "webkit" ? 480_000 : 120_000,
  hookTimeout: 120_000,
  // As long as a locator waits; the default of one second is too short on a busy machine.
  expect: { poll: { timeout: 30_000 } },
};
const bench = { include: ["tests/bench/**/*.bench.ts"], testTimeout: 600_000, fileParallelism: false };
const pwa = () =>
  VitePWA({
    strategies: "injectManifest",
    srcDir: "workers",
    filename: "service-worker.ts",
    registerType: "prompt",
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: [`**/*.{${ENDINGS}}`],
      // Only used before the app is installed, and never by the app.
      globIgnores: ["404.html", "screenshots/*"],
      maximumFileSizeToCacheInBytes: 8 << 20,
      manifestTransforms: [pack.transform],
    },
    devOptions: { enabled: false },
  });

const pack = appPack();
const preloads = leanPreloads();

/**
 * File names occur in all files that import them, and hashes do not compress: seven characters of 4 bits suffice to distinguish what is
 * published at one place.
 */
const NAMES = {
  hashCharacters: "hex" as const,
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
  assetFileNames: "assets/[name]-[hash:7][extname]",
};

export default defineConfig({
  plugins: [
    preloads.plugin,
    noCircles(),
    assemblyscript(),
    methods(),
    buildFacts(),
    englishInterface(),
    react(),
    tailwindcss(),
    staticHosts(contentSecurityPolicy(demoEndpoint)),
    keptAssets(),
    pack.plugin,
    ...(inTests ? [] : [pwa(), command()]),
    ...(inTests && !process.env.BENCH ? [witnessTwins(), lastingModules(), bundledWorkers()] : []),
  ],
  // Workers are not bundled any further, so annotations of pure calls would only be downloaded.
  worker: { format: "es", rolldownOptions: { output: { ...NAMES, comments: { annotation: false } } } },
  build: {
    target: "es2022",
    modulePreload: preloads.modulePreload,
    // Icons of a hundred bytes each are bundled: as separate files, each would have more overhead than content.
    rolldownOptions: {
      output: {
        ...NAMES,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "press", test: PRESS },
            { name: "fields", test: FIELDS },
            { name: "numbers", test: NUMBERS },
            { name: "floating", test: FLOATING },
            { name: "icons", test: SHARED_ICONS },
            { name: "common", test: COMMON },
            { name: "page", test: PAGE },
            { name: "tool", test: TOOL },
            { name: "data", test: DATA },
            { name: "steps", test: STEPS },
            { name: "analysis", test: ANALYSIS },
            { name: "kept", test: KEPT },
            { name: "quiet", test: QUIET },
          ],
        },
      },
    },
    manifest: true,
    // A small wasm module inlined as a data: URL would be refused by the content security policy.
    assetsInlineLimit: (file) => (file.endsWith(".wasm") ? false : undefined),
  },
  server: { headers: ISOLATION },
  preview: { port: 4173, headers: securityHeaders(demoEndpoint) },
  optimizeDeps: {
    include: [
      "@internationalized/date",
      "@uwdata/flechette",
      "@valibot/to-json-schema",
      "axe-core",
      "comlink",
      "d3-scale",
      "d3-shape",
      "fast-check",
      "hono/tiny",
      "htmlparser2",
      "hyparquet",
      "hyparquet/src/column.js",
      "hyparquet/src/datapage.js",
      "hyparquet/src/delta.js",
      "hyparquet/src/encoding.js",
      "hyparquet/src/plain.js",
      "hyparquet/src/snappy.js",
      "hyparquet/src/thrift.js",
      "fflate",
      "hyparquet-compressors",
      "hyparquet-writer",
      "hyparquet-writer/src/snappy.js",
      "idb",
      "jotai",
      "jotai/utils",
      "lucide-react",
      "papaparse",
      "partysocket/ws",
      "react",
      "react-aria-components",
      "react-dom",
      "react-dom/client",
      "react/jsx-dev-runtime",
      "react/jsx-runtime",
      "read-excel-file/universal",
      "@tanstack/react-router",
      "uplot",
      "uplot-react",
      "valibot",
      "vitest-browser-react",
      ...(process.env.BENCH ? ["technicalindicators"] : []),
    ],
  },
  test: {
    reporters: ["default", "./scripts/tally-reporter.ts"],
    provide,
    projects: process.env.BENCH
      ? [
          { extends: true, test: { name: "bench", environment: "node", ...bench } },
          { extends: true, test: { name: "bench-browser", ...bench, browser: browser() } },
          ...(firefoxPath ? [{ extends: true as const, test: { name: "bench-firefox", ...bench, browser: inFirefox(firefoxPath) } }] : []),
        ]
      : process.env.WEBKIT
        ? [
            { extends: true, test: { name: "kernels-webkit", ...kernelsIn(secondEngineTests), browser: inBrowser("webkit", webkit()) } },
            { extends: true, test: { name: "e2e-webkit", ...flows, include: ["tests/e2e/webkit/*.test.ts"] } },
          ]
        : [
            // The files of a process share its modules: loading them again for each takes a quarter of the total time.
            { extends: true, test: { name: "unit", environment: "node", include: unitTests, testTimeout, isolate: false, ...FIRST } },
            { extends: true, test: { name: "kernels", environment: "node", ...kernelsIn(kernelTests), ...FIRST } },
            {
              extends: true,
              test: {
                name: "node",
                environment: "node",
                globalSetup: ["tests/node/setup.ts"],
                include: ["tests/node/**/*.test.ts"],
                testTimeout,
                ...FIRST,
              },
            },
            {
              extends: true,
              test: {
                name: "kernels-browser",
                ...kernelsIn(process.env.TEST_ALL ? kernelTests : chromiumTests),
                browser: browser(undefined, executablePath, [...CHROMIUM_ARGS, ...SOFTWARE_GPU_ARGS]),
                ...FIRST,
              },
            },
            ...(firefoxPath
              ? [
                  {
                    extends: true as const,
                    test: {
                      name: "kernels-firefox",
                      ...kernelsIn(process.env.TEST_ALL ? kernelTests : secondEngineTests),
                      browser: inFirefox(firefoxPath),
                      ...FIRST,
                    },
                  },
                ]
              : []),
            {
              extends: true,
              test: {
                name: "browser",
                ...componentsIn,
                include: ["tests/browser/**/*.test.{ts,tsx}"],
                exclude: COMPONENT_PICTURES,
                browser: browser(ROOM, lighterPath),
                ...BESIDE_FLOWS,
              },
            },
            {
              extends: true,
              test: { name: "browser-pictures", ...componentsIn, include: COMPONENT_PICTURES, browser: browser(ROOM), ...BESIDE_FLOWS },
            },
            {
              extends: true,
              test: {
                name: "e2e",
                ...flows,
                include: ["tests/e2e/*.test.ts"],
                exclude: [...(process.env.ENGINE ? CHROMIUM_ONLY : []), ...(provide.long ? [] : LONG_FLOWS)],
                ...BESIDE_FLOWS,
              },
            },
            ...(process.env.TEST_ALL
              ? [
                  {
                    extends: true as const,
                    test: {
                      name: "e2e-large",
                      ...flows,
                      include: ["tests/e2e/large/*.test.ts"],
                      maxWorkers: 1,
                      sequence: { groupOrder: 2 },
                    },
                  },
                ]
              : []),
          ],
  },
});
