/** Kinds of binary files that cannot be read, by their first bytes, for the message to the user. */
const KINDS: readonly (readonly [begin: string, kind: string, at?: number])[] = [
  ["%PDF", "a PDF document"],
  ["\x89PNG", "a PNG picture"],
  ["\xff\xd8\xff", "a JPEG picture"],
  ["GIF8", "a GIF picture"],
  ["WEBP", "a WebP picture", 8],
  ["7z\xbc\xaf", "a 7-Zip archive; unpack it first"],
  ["Rar!", "a RAR archive; unpack it first"],
  ["\xfd7zXZ", "an xz archive; unpack it first"],
  ["BZh", "a bzip2 archive; unpack it first"],
  ["\x28\xb5\x2f\xfd", "a Zstandard archive; unpack it first"],
  ["ustar", "a tar archive; unpack it first", 257],
  ["SQLite format 3", "an SQLite database; export its table"],
  ["DUCK", "a DuckDB database; export its table", 8],
  ["\x89HDF", "an HDF5 file; save its table as CSV or Parquet"],
  ["CDF", "a NetCDF file; save its table as CSV or Parquet"],
  ["ORC", "an ORC file; save it as CSV or Parquet"],
  ["Obj\x01", "an Avro file; save it as CSV or Parquet"],
  ["\x93NUMPY", "a NumPy array; save it as CSV or Parquet"],
  ["MATLAB 5", "a MATLAB file; save its table as CSV or Parquet"],
  ["RDX", "a file of R data; save its table as CSV or Parquet"],
  ["X\n\0\0\0", "a file of R data; save its table as CSV or Parquet"],
  ["\x80\x04\x95", "a Python pickle; save its table as CSV or Parquet"],
  ["\x80\x05\x95", "a Python pickle; save its table as CSV or Parquet"],
  ["<stata_dta>", "a Stata file; save it as CSV"],
  ["\x72\x02\x01\0", "a Stata file; save it as CSV"],
  ["\x73\x02\x01\0", "a Stata file; save it as CSV"],
  ["$FL", "an SPSS file; save it as CSV"],
  ["\xff\xfe\0\0", "text in UTF-32; save it in UTF-8"],
  ["\0\0\xfe\xff", "text in UTF-32; save it in UTF-8"],
  ["MZ", "a program"],
  ["\x7fELF", "a program"],
];
/** In UTF-32, two or more of the four bytes of a character are 0. */
const UTF32 = /^(?:[^\0]\0\0\0){4}|^(?:\0\0\0[^\0]){4}/;
/** Bytes needed to check all of them. */
const HEAD = 262;

/** The kind of a binary file, in words; null if it is unknown. */
export function kindOfFile(bytes: Uint8Array): string | null {
  const begin = String.fromCharCode(...bytes.subarray(0, HEAD));
  const found = KINDS.find(([mark, , at = 0]) => begin.startsWith(mark, at));
  return found?.[1] ?? (UTF32.test(begin) ? "text in UTF-32; save it in UTF-8" : null);
}
