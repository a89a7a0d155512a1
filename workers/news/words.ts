/** A word of a text in lower case, and where it stands. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Told how much of a text has been read, from 0 to 1; may throw to stop the reading. */
export type Watch = (share: number) => void;

/** Words between checks of the time: a millisecond or two. */
const BLOCK = 4096;

/** The words of a text: runs of letters and digits, one at a time so that a long text needs no list of them. */
export function* wordsOf(text: string, watch?: Watch): Generator<Word> {
  let read = 0;
  for (const match of text.matchAll(WORD)) {
    if (++read % BLOCK === 0) watch?.(match.index / text.length);
    yield { text: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length };
  }
}

/** Words as a user counts them: what is between spaces. */
export function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/\S+/g)) count++;
  return count;
}
