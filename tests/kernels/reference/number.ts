/** The number a word stands for, as the engine reads it. */
export const numberTwin = (word: string): number => Number(word);
