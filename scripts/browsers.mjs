// Finds the browsers of the tests: a Chromium (CHROMIUM_PATH, Playwright's own download, or one installed on the system) and the Firefox
// that a person has (FIREFOX_PATH, or one installed on the system).
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

/** Path of a Chromium that can be started, or null when there is none. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  try {
    const { chromium } = await import("playwright");
    const downloaded = chromium.executablePath();
    if (downloaded && existsSync(downloaded)) return downloaded;
  } catch {
    // Playwright is not installed yet: the system's browser is next.
  }
  return onPath(SYSTEM_NAMES) ?? FIXED_PATHS.find((path) => existsSync(path)) ?? null;
}

/**
 * Path of a Chromium without a window for flows: the same engine, a fifth lighter on the processor, where the system has one. It draws
 * letters in another way, so pictures are taken by the other.
 */
export async function findHeadlessChromium() {
  const named = process.env.CHROMIUM_PATH;
  return (named && existsSync(named) ? null : onPath(["chromium-headless-shell"])) ?? findChromium();
}

/** Path of a Firefox that can be started, or null when there is none. */
export function findFirefox() {
  const named = process.env.FIREFOX_PATH;
  if (named && existsSync(named)) return named;
  return onPath(FIREFOX_NAMES) ?? FIREFOX_PATHS.find((path) => existsSync(path)) ?? null;
}

/** Whether a WebKitGTK can be driven on this machine: by its own driver, on a screen in memory. */
export const hasWebKit = () => ["WebKitWebDriver", "Xvfb"].every((name) => onPath([name]) !== null);

/** How Playwright starts the Firefox a person has: driven by WebDriver BiDi, as one that is not of Playwright's own making knows no other. */
export const firefoxLaunch = (executablePath) => ({ channel: "moz-firefox", executablePath, headless: true });

/** The first of some programs that the system finds, or null. */
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

/** Switches every test browser starts with: no calls home, and no sandbox only where the user is root. */
export const CHROMIUM_ARGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/** A graphics processor imitated on the processor, for what is computed on one: no machine of the tests needs to have it. */
export const SOFTWARE_GPU_ARGS = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];
