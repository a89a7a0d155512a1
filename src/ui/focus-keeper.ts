import type { Millis } from "../../workers/contract";

/** Elements Tab reaches, as far as a selector can tell. */
const REACHED = "a[href], button, input, select, textarea, summary, [tabindex]";
/** The parts of a page the focus is kept in. */
const PARTS = 'main, header, nav, [role="dialog"], [role="alertdialog"]';
/** The button that Ctrl+Enter presses: it shows the key. */
const MAIN_BUTTON = "main button:has(> .keycap)";
/** Stands where the first result of the main button will be: whoever has pressed in it goes on at that button. */
const BEFORE_RESULT = "[data-place=before-result]";
/** Dialogs and lists give the focus back a frame after they have closed, and what was switched off for a moment is on again. */
const REST: Millis = 80;
/** What is behind a dialog, and behind a dialog of its own. */
const MAX_PLACES = 3;

/** Where the focus was, in one part of the page. */
interface Place {
  element: HTMLElement;
  part: Element;
  /** Empty, before the element; the browser moves it to where the element was once that is gone. */
  spot: Range;
  /** It is the main button, or stands where that one's first result will be. */
  beforeResult: boolean;
}

const isOn = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(":disabled") &&
  !element.closest("[inert], [aria-hidden=true]") &&
  element.checkVisibility({ visibilityProperty: true });
const isReached = (element: HTMLElement): boolean => element.tabIndex >= 0 && isOn(element);
const isWrittenIn = (element: HTMLElement): boolean =>
  element.matches("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])");

/** Asked with every change of the page: nothing is laid out for it. */
function isNowhere(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches(":disabled");
}

const mainButtons = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(MAIN_BUTTON)].filter((button) => button.checkVisibility());

/** What is in the place now, or next to it: the first after it in the smallest part of the page that has any, else the last before it. */
function nearest({ part, spot }: Place, fits: (element: HTMLElement) => boolean): HTMLElement | null {
  for (let around: Node | null = spot.startContainer; around; around = around.parentNode) {
    if (!(around instanceof Element)) continue;
    const reached = [...around.querySelectorAll<HTMLElement>(REACHED)].filter((element) => isReached(element) && fits(element));
    if (reached.length > 0) return reached.find((element) => spot.comparePoint(element, 0) >= 0) ?? reached[reached.length - 1];
    if (around === part) return null;
  }
  return null;
}

/** Keeps the focus on the page: where the element that has it goes, is hidden or switched off, what is in its place has it next. */
class FocusKeeper {
  /** The latest first, one for each part of the page. */
  private places: Place[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The hand that acted last: what it sees is not scrolled away, and a finger does not open the keyboard of the screen. */
  private hand: string | null = null;

  constructor() {
    const listen = <Kind extends keyof DocumentEventMap>(kind: Kind, heard: (event: DocumentEventMap[Kind]) => void) =>
      document.addEventListener(kind, heard, { capture: true, passive: true });
    listen("focusin", ({ target }) => this.enter(target));
    listen("focusout", ({ target, relatedTarget }) => {
      // Without it what goes with the focus could not be told from what is left on purpose.
      if (!relatedTarget) queueMicrotask(() => this.leave(target));
    });
    listen("pointerdown", ({ pointerType }) => {
      this.hand = pointerType;
      // Whoever presses elsewhere does not wait for the focus.
      if (isNowhere()) this.places = [];
    });
    listen("wheel", () => {
      this.hand = "mouse";
    });
    listen("keydown", () => {
      this.hand = null;
    });
    new MutationObserver(() => this.look()).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    this.enter(document.activeElement);
  }

  private enter(target: EventTarget | null): void {
    const part = target instanceof HTMLElement ? target.closest(PARTS) : null;
    if (!part || target === part) return;
    const element = target as HTMLElement;
    const spot = this.places.find((place) => place.part === part)?.spot ?? document.createRange();
    spot.setStartBefore(element);
    spot.collapse(true);
    const beforeResult = element.closest(BEFORE_RESULT) !== null || element.matches(MAIN_BUTTON);
    const others = this.places.filter((place) => place.part !== part && place.part.isConnected);
    this.places = [{ element, part, spot, beforeResult }, ...others].slice(0, MAX_PLACES);
  }

  private leave(target: EventTarget | null): void {
    if (!document.hasFocus() || !isNowhere() || target !== this.places[0]?.element) return;
    if (isOn(target as HTMLElement)) this.places = [];
    else this.look();
  }

  private look(): void {
    if (this.places.length === 0 || this.timer !== undefined || !isNowhere()) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (isNowhere()) this.next()?.focus({ preventScroll: this.hand !== null });
    }, REST);
  }

  private next(): HTMLElement | null {
    const fits = (element: HTMLElement) => this.hand !== "touch" || !isWrittenIn(element);
    for (const place of this.places) {
      if (!place.part.isConnected) continue;
      if (isOn(place.element)) return place.element;
      const main = place.beforeResult ? mainButtons() : [];
      // Off until the data is there: it is awaited.
      const found = main.length > 0 ? main.find(isReached) : nearest(place, fits);
      if (found || main.length > 0) return found ?? null;
    }
    return null;
  }
}

let kept = false;

/** Keeps the focus from now on, until the page is closed; whoever asks again has asked for the same. */
export function keepFocus(): void {
  if (!kept) new FocusKeeper();
  kept = true;
}
