/** Open dialogs. A toast is an alert dialog too, but with `aria-modal="false"`. */
export const DIALOGS = '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])';
/** Anything that floats above the page and receives the keys. */
export const FLOATS = `${DIALOGS}, [role="menu"], [role="listbox"]`;

/** Whether focus is in editable text, whatever value of `contenteditable` made it so. */
export const isEditable = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.isContentEditable;
