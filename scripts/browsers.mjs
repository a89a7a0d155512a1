// Finds the browsers for the tests: a Chromium (CHROMIUM_PATH, Playwright's own download, or one installed on the system) and a regular
// Firefox (FIREFOX_PATH, or one installed on the system).
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const FIREFOX_NAMES = ["firefox-esr", "firefox"];
const FIREFOX_PATHS = ["/Applications/Firefox.app/Contents/MacOS/firefox", "C:\\Program Files\\Mozilla Firefox\\firefox.exe"];
const FIXED_PATHS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** Path of a Chromium that can be started, or null if there is none. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  try {
    const { chromium } = await import("playwright");
    const downloaded = chromium.executablePath();
    if (downloaded && existsSync(downloaded)) return downloaded;
  } catch {
    // Playwright is not installed yet: try the system's browser.
  }
  return onPath(SYSTEM_NAMES) ?? FIXED_PATHS.find((path) => existsSync(path)) ?? null;
}

/**
 * Path of the headless Chromium for flows, if the system has one: the same engine with a fifth less CPU time. It renders fonts differently,
 * so pictures use the full one.
 */
export async function findHeadlessChromium() {
  const named = process.env.CHROMIUM_PATH;
  return (named && existsSync(named) ? null : onPath(["chromium-headless-shell"])) ?? findChromium();
}

/** Path of a Firefox that can be started, or null if there is none. */
export function findFirefox() {
  const named = process.env.FIREFOX_PATH;
  if (named && existsSync(named)) return named;
  return onPath(FIREFOX_NAMES) ?? FIREFOX_PATHS.find((path) => existsSync(path)) ?? null;
}

/** Whether WebKitGTK can be driven on this machine: by its own driver, on a virtual screen. */
export const hasWebKit = () => ["WebKitWebDriver", "Xvfb"].every((name) => onPath([name]) !== null);

/** How Playwright starts a regular Firefox: over WebDriver BiDi, as other protocols work only with Playwright's own build. */
export const firefoxLaunch = (executablePath) => ({ channel: "moz-firefox", executablePath, headless: true });

/** The first of these programs found on the path, or null. */
export function onPath(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
    }
  }
  return null;
}

/** Switches for every test browser: no background requests, and no sandbox for root, who cannot use it. */
export const CHROMIUM_ARGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/** An emulated GPU, so that GPU code can be tested on machines without one. */
export const SOFTWARE_GPU_ARGS = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];
