/** A word of a text in lower case, and where it stands. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text: runs of letters and digits, one at a time so that a long text needs no list of them. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(WORD)) {
    yield { text: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length };
  }
}

/** Words as a person counts them: what stands between spaces. */
export function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/\S+/g)) count++;
  return count;
}
