import { decisions } from "./decisions";
import { models } from "./models";
import { results } from "./results";

/** Sentences by the title of a figure, in small letters and with # for every number in it. */
export const PLAIN_WORDS: Readonly<Record<string, string>> = { ...models, ...results, ...decisions };

const keyOf = (title: string): string => title.toLowerCase().replace(/\d[\d.,]*%?/g, "#");

/** What a figure means to a trader without econometrics; null where nothing is known of it. */
export const plainWords = (title: string): string | null => PLAIN_WORDS[keyOf(title)] ?? null;
