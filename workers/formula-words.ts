/**
 * What spreadsheets take for a formula: =, +, - or @, also full-width, even after white space, control or zero-width characters; and any text
 * that begins with a tab.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL before a formula hides it from a reader, not from a spreadsheet
const FORMULA = /^(?:\t|[\s\u0000-\u001f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** Whether a spreadsheet takes a text for a formula, unless it is a number. */
export const beginsAsFormula = (text: string): boolean => FORMULA.test(text);
