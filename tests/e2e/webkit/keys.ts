/** Keys other than characters, by WebDriver's code points (section 17.4.2 of its specification). */
const CODES: Record<string, string> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  ControlOrMeta: "\uE009",
  Alt: "\uE00A",
  Escape: "\uE00C",
  Space: " ",
  PageUp: "\uE00E",
  PageDown: "\uE00F",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Delete: "\uE017",
  F2: "\uE032",
  Meta: "\uE03D",
};

type KeyAction = { type: "keyDown" | "keyUp"; value: string };
const codeOf = (key: string) => CODES[key] ?? key;

/** A key with its modifiers ("Control+Shift+Enter"), as WebDriver's actions. */
export function pressed(keys: string): KeyAction[] {
  const parts = keys === "+" ? ["+"] : keys.split("+");
  // With Control, "V" names the key, not a capital letter.
  const isShortcut = parts.some((part) => /^(Control|Meta)/.test(part)) && !parts.includes("Shift");
  const all = parts.map((part) => codeOf(isShortcut && part.length === 1 ? part.toLowerCase() : part));
  return [
    ...all.map((value): KeyAction => ({ type: "keyDown", value })),
    ...all.toReversed().map((value): KeyAction => ({ type: "keyUp", value })),
  ];
}

/** Text character by character. */
export const typed = (text: string): KeyAction[] =>
  [...text].flatMap((letter) => pressed(letter === "\n" ? "Enter" : letter === "+" ? "+" : letter));
