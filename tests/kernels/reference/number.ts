/** The value of a word, as the JavaScript engine reads it. */
export const numberTwin = (word: string): number => Number(word);
