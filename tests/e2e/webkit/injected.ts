import { Ivya } from "ivya";
import { getAriaChecked, getAriaDisabled, isElementVisible } from "ivya/utils";

const finder = Ivya.create({ browser: "webkit" });
/** Files the page has saved and no test has taken yet. */
const saved: { name: string; blob: Blob }[] = [];
/** The content of the last taken file, in base 64. */
let taken = "";
const blobs = new Map<string, Blob>();
const errors: string[] = [];
/** The file input whose picker the page has opened. */
let opened: HTMLInputElement | null = null;

const all = (selector: string): Element[] => finder.queryLocatorSelectorAll(selector, document);

/** The one element matching a selector; as in Playwright, several matches are an error. */
function one(selector: string): HTMLElement | null {
  const found = all(selector);
  if (found.length > 1) throw new Error(`${found.length} elements: ${selector}`);
  return (found[0] as HTMLElement | undefined) ?? null;
}

const frame = () => new Promise(requestAnimationFrame);
const place = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
};

/** Whether a press in the middle of an element reaches it. */
function isReached(element: Element): boolean {
  const { x, y, width, height } = place(element);
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return hit !== null && (element.contains(hit) || hit.contains(element) || element.closest("label")?.contains(hit) === true);
}

const base64 = async (blob: Blob): Promise<string> => {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let start = 0; start < bytes.length; start += 8192) text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return btoa(text);
};

const flow = {
  all,
  one,
  errors,
  isVisible: isElementVisible,
  isDisabled: (element: Element) => getAriaDisabled(element) || (element as HTMLButtonElement).disabled === true,
  isChecked: (element: Element) => getAriaChecked(element) === true,

  /** The element once a press would reach it (visible, at rest, enabled, not covered), else the reason to wait. */
  async pressable(selector: string, position?: { x: number; y: number }): Promise<Element | string> {
    const element = one(selector);
    if (!element) return "is not there";
    if (!isElementVisible(element)) return "is not in sight";
    if (flow.isDisabled(element)) return "is disabled";
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const before = place(element);
    await frame();
    await frame();
    const after = place(element);
    if (before.x !== after.x || before.y !== after.y) return "moves";
    return position || isReached(element) ? element : "is behind something";
  },

  /** Replaces a field's text as if by typing. @returns the reason to wait, or "" */
  fill(selector: string, text: string): string {
    const field = one(selector) as HTMLInputElement | null;
    if (!field) return "is not there";
    if (!isElementVisible(field) || field.disabled || field.readOnly) return "cannot be written into";
    field.focus();
    field.select();
    document.execCommand(text === "" ? "delete" : "insertText", false, text);
    return "";
  },

  /** Sets the files of a file input, as if chosen by the user; without a selector, of the input whose picker is open. */
  choose(selector: string | null, files: readonly { name: string; type: string; base64: string }[]): boolean {
    const input = (selector === null ? opened : one(selector)) as HTMLInputElement | null;
    if (!input) return false;
    const carried = new DataTransfer();
    for (const { name, type, base64: text } of files) {
      carried.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name, { type }));
    }
    input.files = carried.files;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
    opened = null;
    return true;
  },

  isFileWanted: () => opened !== null,

  /** The next file the page has saved: its name, and the length of its content in base 64. */
  async taken(): Promise<{ name: string; length: number } | null> {
    const file = saved.shift();
    if (!file) return null;
    taken = await base64(file.blob);
    return { name: file.name, length: taken.length };
  },
  /** A part of the content of the last taken file. */
  takenFrom: (start: number, length: number): string => taken.slice(start, start + length),
};

export type Flow = typeof flow;
declare global {
  interface Window {
    flow: Flow;
  }
}
window.flow = flow;

// The driver reports neither downloads nor file dialogs, so both are recorded here, and no dialog opens.
const createObjectURL = URL.createObjectURL.bind(URL);
URL.createObjectURL = (object) => {
  const address = createObjectURL(object);
  if (object instanceof Blob) blobs.set(address, object);
  return address;
};
const pressLink = HTMLAnchorElement.prototype.click;
HTMLAnchorElement.prototype.click = function click() {
  const blob = this.download ? blobs.get(this.href) : undefined;
  if (blob) saved.push({ name: this.download, blob });
  else pressLink.call(this);
};
const pressInput = HTMLInputElement.prototype.click;
HTMLInputElement.prototype.click = function click() {
  if (this.type === "file") opened = this;
  else pressInput.call(this);
};

// The engine's notice that not all resize notifications fit into a frame. Nothing has failed, and other drivers do not report it.
const isPassing = (message: string) => message.startsWith("ResizeObserver loop");
window.addEventListener("error", ({ message }) => {
  if (!isPassing(message)) errors.push(message);
});
window.addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
const error = console.error.bind(console);
console.error = (...words) => {
  errors.push(words.map(String).join(" "));
  error(...words);
};
