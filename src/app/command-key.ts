/** Name of the modifier key for shortcuts on this machine. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
