import type { Millis } from "../../workers/contract";

/** Elements reachable by Tab, as far as a selector can tell. */
const REACHED = "a[href], button, input, select, textarea, summary, [tabindex]";
const DIALOGS = '[role="dialog"], [role="alertdialog"]';
/** Parts of the page within which focus is kept. */
const PARTS = `main, header, nav, ${DIALOGS}`;
/** The button triggered by Ctrl+Enter, recognizable by its key hint. */
const MAIN_BUTTON = "main button:has(> .keycap)";
/** Marks the area that the first result will replace: focus inside it moves to the main button. */
const BEFORE_RESULT = "[data-place=before-result]";
/**
 * Wait before focus is restored: dialogs and lists return it a frame after closing, and a briefly disabled control may be enabled again.
 */
const REST: Millis = 80;
/** Remembered places: the page, a dialog on it, and a dialog on that. */
const MAX_PLACES = 3;

/** Where the focus was in one part of the page. */
interface Place {
  element: HTMLElement;
  part: Element;
  /** An empty range before the element; the browser keeps it at the element's position after its removal. */
  spot: Range;
  /** The element is the main button, or inside the area that the first result will replace. */
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

/** Called on every change of the page, so it must not force layout. */
function isNowhere(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches(":disabled");
}

const mainButtons = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(MAIN_BUTTON)].filter((button) => button.checkVisibility());

/**
 * The closest focusable element to the place: the first one after it in the smallest enclosing part that has any, otherwise the last one
 * before it. A dialog without any takes the focus itself: it must hear Escape.
 */
function nearest({ part, spot }: Place, fits: (element: HTMLElement) => boolean): HTMLElement | null {
  for (let around: Node | null = spot.startContainer; around; around = around.parentNode) {
    if (!(around instanceof Element)) continue;
    const reached = [...around.querySelectorAll<HTMLElement>(REACHED)].filter((element) => isReached(element) && fits(element));
    if (reached.length > 0) return reached.find((element) => spot.comparePoint(element, 0) >= 0) ?? reached[reached.length - 1];
    if (around === part) return part.closest<HTMLElement>(DIALOGS);
  }
  return null;
}

/** Keeps focus on the page: if the focused element is removed, hidden or disabled, focus moves to what is now in its place. */
class FocusKeeper {
  /** Latest first, one per part of the page. */
  private places: Place[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Last input device. For a pointer the page is not scrolled to the focus; for touch, focus avoids text fields, which would open the
   * on-screen keyboard.
   */
  private hand: string | null = null;

  /**
   * @param first the focused element, or one that was when the code was requested, and may have been disabled or removed since
   * @param spot its place, as a range before it
   */
  constructor(first: EventTarget | null, spot?: Range) {
    const listen = <Kind extends keyof DocumentEventMap>(kind: Kind, heard: (event: DocumentEventMap[Kind]) => void) =>
      document.addEventListener(kind, heard, { capture: true, passive: true });
    listen("focusin", ({ target }) => this.enter(target));
    listen("focusout", ({ target, relatedTarget }) => {
      // Deferred: distinguishes focus lost with its element from focus moved on purpose.
      if (!relatedTarget) queueMicrotask(() => this.leave(target));
    });
    listen("pointerdown", ({ pointerType }) => {
      this.hand = pointerType;
      // After a click elsewhere, focus is no longer restored.
      if (isNowhere()) this.places = [];
    });
    listen("wheel", () => {
      this.hand = "mouse";
    });
    listen("keydown", () => {
      this.hand = null;
    });
    new MutationObserver(() => this.look()).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    this.enter(first, spot);
    this.look();
  }

  private enter(target: EventTarget | null, left?: Range): void {
    if (!(target instanceof HTMLElement)) return;
    const element = target;
    const around = element.isConnected ? element : left?.startContainer;
    const part = around instanceof Element ? around.closest(PARTS) : null;
    if (!part || element === part) return;
    const spot = this.places.find((place) => place.part === part)?.spot ?? left ?? document.createRange();
    if (element.isConnected) spot.setStartBefore(element);
    spot.collapse(true);
    const beforeResult = (around as Element).closest(BEFORE_RESULT) !== null || element.matches(MAIN_BUTTON);
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
      // The main button may be disabled until data are read: wait for it.
      const found = main.length > 0 ? main.find(isReached) : nearest(place, fits);
      if (found || main.length > 0) return found ?? null;
    }
    return null;
  }
}

let kept = false;

/** Starts keeping focus until the page is closed; further calls have no effect. */
export function keepFocus(first: EventTarget | null = document.activeElement, spot?: Range): void {
  if (!kept) new FocusKeeper(first, spot);
  kept = true;
}
