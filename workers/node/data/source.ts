/** Where the numbers of a row, or of several, stand: a text file or address. It is plain data: threads are handed it. */
export interface Source {
  kind: "text";
  /** A path, or an http(s) address. */
  from: string;
}

/** The name of what a source holds: the file's, without folder and ending. */
export const nameOf = ({ from }: Source): string => {
  const last = from.split(/[?#]/)[0].split(/[\\/]/).at(-1) ?? from;
  return decodeURIComponent(last).replace(/\.[a-z0-9]+$/i, "");
};

export const isAddress = (from: string): boolean => /^https?:\/\//i.test(from);
