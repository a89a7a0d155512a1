import { oneLine } from "../lib/one-line.ts";

interface Named {
  fingerprint: string;
  name: string;
}

/** Maximum characters of a name. */
export const MAX_NAME = 60;

/** A name as stored, normalized from the text typed. */
export const signerName = (typed: string): string => oneLine(typed.normalize("NFC"), MAX_NAME);

/** Letters of other alphabets, and rare Latin ones, each before the Latin letter it resembles: Cyrillic and Greek; Lisu; Cherokee. */
const LOOKS_LIKE =
  "АAВBЕEКKМMНHОOРPСCТTУYХXЅSІIЈJԌGԚQԜWаaеeоoрpсcуyхxѕsіiјjԁdԛqԝwһhӏlΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXαaοoνvρpιiκkτtυuıiɑaɡg" +
  "ꓮAꓐBꓚCꓓDꓰEꓝFꓖGꓧHꓲIꓙJꓗKꓡLꓟMꓠNꓳOꓑPꓣRꓢSꓔTꓴUꓦVꓪWꓫXꓬYꓜZ" +
  "ᎪAᏴBᏟCᎠDᎬEᏀGᎻHᏆIᎫJᏦKᏞLᎷMᏢPᎡRᏚSᎢTᏙVᎳWᎩYᏃZ";
const LATIN = new Map(Array.from({ length: LOOKS_LIKE.length / 2 }, (_, k) => [LOOKS_LIKE[2 * k], LOOKS_LIKE[2 * k + 1]]));

/** The visible part of a name; the braille pattern without dots is invisible. */
const drawn = (name: string): string => name.normalize("NFKC").replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, "");
const inLatin = (name: string): string => Array.from(drawn(name), (letter) => LATIN.get(letter) ?? letter).join("");

/** Ways a name can be misread: ignoring case and alphabet, and with similar strokes such as I, l and 1 unified. */
const readings = (name: string): string[] => [
  drawn(name).toLowerCase(),
  inLatin(name).toLowerCase(),
  inLatin(name).replace(/[I1|]/g, "l").replace(/0/g, "O"),
];

/** Why a key cannot have a name: it is invisible, or resembles that of another known key; null if it can. */
export function nameProblem(name: string, { fingerprint }: Pick<Named, "fingerprint">, known: readonly Named[]): string | null {
  if (!/[\p{L}\p{N}]/u.test(drawn(name))) return "Enter a name";
  const own = readings(name);
  const looksLike = (one: Named) => readings(one.name).findIndex((reading, k) => reading === own[k]);
  const other = known.find((one) => one.fingerprint !== fingerprint && looksLike(one) >= 0);
  if (!other) return null;
  return looksLike(other) === 0
    ? `Another known key has the name ${other.name}`
    : `It looks like ${other.name}, the name of another known key`;
}

const SCRIPTS = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee", "Lisu"] as const;
const HAS = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, "u")] as const);
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What makes a name resemble another; null if nothing does. */
export function nameCaution(name: string): string | null {
  const [unseen] = UNSEEN.exec(name) ?? [];
  if (unseen) return `The name has a character that is not shown: U+${unseen.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
  for (const word of name.split(/[^\p{L}\p{M}]+/u)) {
    const scripts = HAS.filter(([, pattern]) => pattern.test(word)).map(([script]) => script);
    if (scripts.length > 1) return `The name mixes ${scripts.join(" and ")} letters in one word: it may look like another name`;
  }
  return null;
}
