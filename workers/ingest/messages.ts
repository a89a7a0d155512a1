import { count, plural } from "../format";

export const enterMarketData = "Please enter market data";
export const csvFailed = ({ cause }: { cause: string }) => `CSV processing failed: ${cause}`;
export const csvInvalid = "Invalid CSV format";
export const csvNotCsv = "Please upload a CSV file";
export const otherFile = ({ kind }: { kind: string }) => `Please upload a CSV file: this is ${kind}`;
export const noRows = ({ file }: { file: string }) => `The ${file} has no rows`;
export const notInEncoding = ({ encoding }: { encoding: string }) =>
  `The text contains bytes that are not valid in ${encoding}: choose another encoding`;
export const nothingLeft = ({ lines }: { lines: number }) =>
  `Skipping ${lines === 1 ? "1 line" : `${count(lines)} lines`} leaves no text: skip fewer`;
export const noNumbers = ({ file }: { file: string }) => `The ${file} has no column of numbers`;
export const selectFileFirst = "Please select a file first";
export const csvTooShort = "CSV must contain at least 2 valid price points";
export const fileUnreadable = "Failed to read file";
export const marketDataTooShort = "At least 2 market data points required";
export const periodTooShort = "A period needs at least 2 rows";
export const quoteUnclosed = "a quoted field is never closed";
export const packedDamaged = ({ format }: { format: string }) => `The ${format} is damaged or truncated: it cannot be fully unpacked`;
export const unpackedTooLarge = ({ gigabytes }: { gigabytes: number }) =>
  `Unpacked, the file would be larger than ${gigabytes} GB: unpack it and open a part`;
export const unpackedTooTight = ({ ratio }: { ratio: number }) =>
  `The file unpacks to more than ${count(ratio)} times its size, which no real data does: unpacking was stopped`;
export const nestedArchives = "The archive contains an archive within an archive: unpack it once and open the archive inside";
export const zipEmpty = "The zip archive contains no files";
export const zipEncrypted = ({ name }: { name: string }) => `${name} is password-protected: unpack the archive and open the file itself`;
export const zipTwice = ({ name }: { name: string }) => `${name} is in the archive twice: unpack it and open the file you mean`;
export const zipMethod = ({ name }: { name: string }) => `${name} uses an unsupported compression method: zip it again with Deflate`;
export const wholeTooLarge = ({ format, megabytes }: { format: string; megabytes: number }) =>
  `${format} of more than ${megabytes} MB cannot be read: save it as CSV or Parquet`;
export const jsonBroken = "The JSON is invalid or truncated";
export const jsonNoTable = "The JSON contains no table of numbers";
export const columnTwice = ({ name }: { name: string }) => `Two columns are named ${name}: give each a unique name`;
export const tableDamaged = ({ format }: { format: string }) =>
  `The ${format} file is damaged or truncated: its content does not match its header`;
export const tableTooLong = ({ rows, limit }: { rows: number; limit: number }) =>
  `The file declares ${count(rows)} rows; at most ${count(limit)} can be read`;
export const featherOld = "This is a Feather version 1 file: save it as Feather 2 (Arrow) or Parquet";
export const excelOld = "The file is from an older Excel, or password-protected: save it as an unprotected .xlsx workbook";
export const excelEmpty = "The workbook has no sheet with data";
export const sheetTooLarge = ({ limit }: { limit: number }) => `The workbook has more than ${count(limit)} cells: save the sheet as CSV`;
export const sheetUnsolved = ({ column, cells }: { column: number; cells: number }) =>
  `Column ${column} has ${plural(cells, "formula")} without a stored result: open and save the file in a spreadsheet program first`;
export const numbersSplit = ({ cells, names }: { cells: number; names: number }) =>
  `A row has ${count(cells)} cells below ${count(names)} names: commas separate both cells and decimals. Save it with semicolons between cells, or with quotes around numbers`;
export const tradesToConvert = ({ form }: { form: string }) =>
  `${form}: a list of trades, not a series of prices. Convert Data turns it into an equity curve`;
export const tradesWithoutProfit = ({ form }: { form: string }) =>
  `${form}: a list of trades without their profit, not a series of prices. Export a history of prices, or closed trades with their profit`;
export const panelUndated = "A panel needs a date column";
export const panelOfOne = "A panel needs at least two symbols";
export const panelTooShort = ({ dates, symbols }: { dates: number; symbols: number }) =>
  `${count(symbols)} symbols share ${count(dates)} dates: use all dates instead of the common ones`;
export const panelTooLarge = ({ symbols, dates }: { symbols: number; dates: number }) =>
  `${count(symbols)} symbols on ${count(dates)} dates are too many cells: open a part of the file`;
export const panelFiles = ({ files, limit }: { files: number; limit: number }) =>
  `The archive contains ${count(files)} files; at most ${count(limit)} can be combined`;
export const panelRepeats = ({ count: rows, symbol }: { count: number; symbol: string }) =>
  `${rows === 1 ? "1 row repeats" : `${count(rows)} rows repeat`} a date within a symbol, first of ${symbol}: choose which are kept`;
export const symbolTooShort = ({ symbol, values }: { symbol: string; values: number }) =>
  `${symbol} has ${values === 1 ? "1 value" : `${count(values)} values`} in this panel: at least 2 are needed`;
export const symbolGone = ({ symbol }: { symbol: string }) => `The panel has no symbol ${symbol}`;
export const versionsDiffer = "Only dated series with the same columns can be compared";
export const adjustNothing = "No column has splits or dividends to adjust the prices for: choose the one that does";
export const compoundImpossible = ({ row, value }: { row: number; value: string }) =>
  `Row ${count(row)}: a return of ${value} takes the price to zero or below, or beyond the largest number. Check the unit of the returns, or leave them as returns`;
export const adjustUndated = "Prices are adjusted in date order: a date column is needed";
export const noForms = "The file contains no file layouts saved by Prospect";
export const splitGone = ({ date }: { date: string }) => `There is no longer a row dated ${date}: mark the split again`;
export const adjustTwice = ({ column }: { column: string }) =>
  `${column} is already adjusted, or contains no prices: analyze the unadjusted close`;
export const adjustRepeated = ({ date }: { date: string }) =>
  `Several rows of ${date} have a split or a dividend, which would count twice: keep the first or the last of the rows that share a date`;
export const adjustImpossible = ({ date, split, dividend }: { date: string; split: number; dividend: number }) =>
  `On ${date} a split of ${split} and a dividend of ${dividend} leave no price above zero to adjust: check the split and dividend columns`;
