import type { Encoding } from "../contract";

/**
 * Header words that appear only when a text is decoded with the right encoding. Brokers' programs in China, Taiwan, Japan, Korea and Russia
 * use the encodings of their systems.
 */
const WORDS: readonly (readonly [Encoding, RegExp])[] = [
  ["gb18030", /日期|[时時][间間]|[开開][盘盤]|收[盘盤]|最[高低]|成交|代[码碼]|名[称稱]|价格|[净淨]值|[证證]券|涨跌/],
  ["big5", /日期|時間|開盤|收盤|最[高低]|成交|代[碼號]|名稱|價格|淨值|證券|漲跌/],
  ["shift_jis", /日付|日時|[始高安終]値|出来高|銘柄|基準価額|コード/],
  ["euc-jp", /日付|日時|[始高安終]値|出来高|銘柄|基準価額|コード/],
  ["euc-kr", /날짜|일자|[시고저종]가|거래|종목|기준/],
  ["windows-1251", /дата|время|цена|откр|закр|макс|мин|объ[её]м/i],
  ["windows-1250", /zamknięci|najwyższ|najniższ|wartość|obrót|závěr|otevř|időpont/i],
  ["windows-1254", /kapanış|açılış|yüksek.{0,3}düşük|düşük/i],
];

/** Minimum number of two-byte characters for frequency statistics. */
const MIN_PAIRS = 3;
const MIN_HANGUL = 6;
const MIN_SHARE = 0.8;

/** Bytes decoded with an encoding, the last character possibly cut; null if they are invalid. */
function decodedAs(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** How the bytes above ASCII pair up, each pair beginning with one: counts of pairs typical of each encoding. */
interface Pairs {
  pairs: number;
  /** Bytes that do not begin a pair. */
  singles: number;
  /** Pairs whose second byte is ASCII. */
  low: number;
  /** Common characters of GB 2312, of Big5, and of Shift-JIS. */
  gb: number;
  big5: number;
  japanese: number;
  /** Lowercase Windows Cyrillic letters after another one. */
  cyrillic: number;
}

function pairsOf(bytes: Uint8Array): Pairs {
  const found: Pairs = { pairs: 0, singles: 0, low: 0, gb: 0, big5: 0, japanese: 0, cyrillic: 0 };
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at];
    if (lead < 0x80) continue;
    const trail = bytes[at + 1] ?? 0;
    if (trail < 0x40) {
      found.singles++;
      continue;
    }
    at++;
    found.pairs++;
    if (trail < 0x80) found.low++;
    if (lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1) found.gb++;
    if (lead >= 0xa4 && lead <= 0xc6) found.big5++;
    if (lead >= 0x81 && lead <= 0x9f) found.japanese++;
    if (lead >= 0xc0 && trail >= 0xe0) found.cyrillic++;
  }
  return found;
}

/** Share of the characters above ASCII that match a pattern, and the number of distinct ones. */
function shareOf(text: string | null, pattern: RegExp): { share: number; different: number } {
  const signs = text?.match(/[^\0-\x7f]/gu) ?? [];
  const known = signs.filter((sign) => pattern.test(sign));
  return { share: known.length / Math.max(1, signs.length), different: new Set(known).size };
}

/**
 * The encoding of a text that is not UTF-8: the one in which header words appear, otherwise by the statistics of its byte pairs, otherwise
 * Windows-1252. Linear, with a fixed number of passes.
 */
export function legacyEncoding(bytes: Uint8Array): Encoding {
  const worded = WORDS.find(([encoding, words]) => words.test(decodedAs(bytes, encoding) ?? ""));
  if (worded) return worded[0];
  const { pairs, singles, low, gb, big5, japanese, cyrillic } = pairsOf(bytes);
  if (pairs < MIN_PAIRS) return "windows-1252";
  const all = pairs + singles;
  if (japanese > MIN_SHARE * all && decodedAs(bytes, "shift_jis") !== null) return "shift_jis";
  if (shareOf(decodedAs(bytes, "euc-jp"), /[\u3040-\u30ff]/).share > 0.2) return "euc-jp";
  const hangul = shareOf(decodedAs(bytes, "euc-kr"), /[\uac00-\ud7a3]/);
  if (hangul.share > 0.95 && hangul.different >= MIN_HANGUL) return "euc-kr";
  if (gb > MIN_SHARE * all && decodedAs(bytes, "gb18030") !== null) return "gb18030";
  // Four in ten Chinese characters have an ASCII second byte in Big5; after an accented letter nearly all have.
  if (big5 > MIN_SHARE * all && low < 0.7 * pairs && decodedAs(bytes, "big5") !== null) return "big5";
  return cyrillic > 0.6 * all ? "windows-1251" : "windows-1252";
}
