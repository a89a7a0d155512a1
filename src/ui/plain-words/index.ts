import { decisions } from "./decisions";
import { models } from "./models";
import { results } from "./results";

/** Explanations by lower-case title of a figure, with # in place of every number. */
export const PLAIN_WORDS: Readonly<Record<string, string>> = { ...models, ...results, ...decisions };

const keyOf = (title: string): string => title.toLowerCase().replace(/\d[\d.,]*%?/g, "#");

/** What a figure means to a trader without econometrics; null if there is no explanation. */
export const plainWords = (title: string): string | null => PLAIN_WORDS[keyOf(title)] ?? null;
