import { decodeEntities } from "./plain-text";

export type XmlToken = { is: "open"; name: string } | { is: "close"; name: string } | { is: "text"; text: string };

/** The text is no XML, or holds what is not taken: a document type, whose entities could grow without bound. */
export class RefusedXml extends Error {
  constructor(readonly reason: "doctype" | "broken" | "deep") {
    super(reason);
  }
}

const DEEPEST = 100;

/** Where a tag ends: the first ">" outside quotes. */
function tagEnd(xml: string, from: number): number {
  let quote = "";
  for (let at = from; at < xml.length; at++) {
    const sign = xml[at];
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ">") return at;
    else if (sign === "<") break;
  }
  throw new RefusedXml("broken");
}

function behind(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at < 0) throw new RefusedXml("broken");
  return at;
}

/**
 * The elements and texts of an XML document, in one pass that looks at each character once. There are no entities but the characters XML
 * itself names: a document type is refused before anything in it is read, so nothing can be expanded or fetched.
 */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  const open: string[] = [];
  let at = 0;
  while (at < xml.length) {
    const next = xml.indexOf("<", at);
    const text = xml.slice(at, next < 0 ? xml.length : next);
    if (text !== "" && open.length > 0) yield { is: "text", text: decodeEntities(text) };
    if (next < 0) break;
    if (xml.startsWith("<!--", next)) at = behind(xml, "-->", next + 4) + 3;
    else if (xml.startsWith("<![CDATA[", next)) {
      const end = behind(xml, "]]>", next + 9);
      yield { is: "text", text: xml.slice(next + 9, end) };
      at = end + 3;
    } else if (xml.startsWith("<?", next)) at = behind(xml, "?>", next + 2) + 2;
    else if (xml.startsWith("<!", next)) throw new RefusedXml("doctype");
    else {
      const end = tagEnd(xml, next + 1);
      const inside = xml.slice(next + 1, end);
      at = end + 1;
      const name = /^\/?([^\s/]{1,100})/.exec(inside)?.[1]?.toLowerCase();
      if (name === undefined) throw new RefusedXml("broken");
      if (inside.startsWith("/")) {
        if (open.pop() !== name) throw new RefusedXml("broken");
        yield { is: "close", name };
        continue;
      }
      yield { is: "open", name };
      if (inside.endsWith("/")) yield { is: "close", name };
      else if (open.push(name) > DEEPEST) throw new RefusedXml("deep");
    }
  }
  if (open.length > 0) throw new RefusedXml("broken");
}
