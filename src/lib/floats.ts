/** A dialog that is open. A toast is an alert dialog too, but for `aria-modal`. */
export const DIALOGS = '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])';
/** What floats above the page and has the keys meanwhile. */
export const FLOATS = `${DIALOGS}, [role="menu"], [role="listbox"]`;

/** Whether what has the focus is text of a page that can be edited in place: whatever value of `contenteditable` made it so. */
export const isEditable = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.isContentEditable;
