/** A word of a text in lowercase, and its position. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Called with the fraction of a text that has been read; may throw to stop. */
export type Watch = (share: number) => void;

/** Words between calls of `watch`: a millisecond or two. */
const BLOCK = 4096;

/** The words of a text: runs of letters and digits; a generator, since a long text would need a huge list. */
export function* wordsOf(text: string, watch?: Watch): Generator<Word> {
  let read = 0;
  for (const match of text.matchAll(WORD)) {
    if (++read % BLOCK === 0) watch?.(match.index / text.length);
    yield { text: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length };
  }
}

/** Words as users count them: separated by whitespace. */
export function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/\S+/g)) count++;
  return count;
}
