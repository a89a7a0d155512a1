import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import type { Count } from "../contract";

/** Events of the markup parser, in text order. Names are in lower case, character references in texts are decoded, once. */
export interface MarkupEvents {
  /** Start tag at a position of the text; its attributes follow. */
  open(name: string, at: Count): void;
  attribute?(name: string, value: string): void;
  /** An end tag or, in XML, the end of an empty element. */
  close(name: string): void;
  text(text: string): void;
  /** A document type declaration, or another declaration of XML. */
  declaration?(): void;
}

/** Characters kept of a name and of a value: longer ones are cut. */
const MAX_NAME_LENGTH: Count = 100;
const MAX_VALUE_LENGTH: Count = 1000;

/**
 * Tokenizes HTML or XML in one pass, in linear time and memory for any input: nothing is built, fetched, expanded or run. Only the
 * tokenizer of htmlparser2 is used, since the time of its parser is quadratic in the number of open elements.
 */
export class Markup {
  private readonly tokenizer: Tokenizer;

  /** @param isXml otherwise HTML, whose scripts, styles and titles contain no elements */
  constructor(
    private readonly whole: string,
    events: MarkupEvents,
    { isXml }: { isXml: boolean },
  ) {
    this.tokenizer = new Tokenizer({ xmlMode: isXml }, callbacksOf(whole, events, isXml));
  }

  read(): void {
    this.tokenizer.write(this.whole);
    this.tokenizer.end();
  }

  /** Stops the parser from within an event. */
  stop(): void {
    this.tokenizer.pause();
  }
}

function callbacksOf(whole: string, events: MarkupEvents, isXml: boolean): TokenizerCallbacks {
  const nameAt = (from: Count, to: Count) => whole.slice(from, Math.min(to, from + MAX_NAME_LENGTH)).toLowerCase();
  let element = "";
  let attribute = "";
  let value = "";
  const append = (piece: string) => {
    if (events.attribute && value.length < MAX_VALUE_LENGTH) value += piece;
  };
  return {
    onopentagname(from, to) {
      element = nameAt(from, to);
      events.open(element, from);
    },
    onattribname(from, to) {
      attribute = nameAt(from, to);
    },
    onattribdata: (from, to) => append(whole.slice(from, Math.min(to, from + MAX_VALUE_LENGTH))),
    onattribentity: (code) => append(String.fromCodePoint(code)),
    onattribend() {
      events.attribute?.(attribute, value);
      value = "";
    },
    onopentagend() {},
    onselfclosingtag() {
      if (isXml) events.close(element);
    },
    onclosetag: (from, to) => events.close(nameAt(from, to)),
    ontext: (from, to) => events.text(whole.slice(from, to)),
    ontextentity: (code) => events.text(String.fromCodePoint(code)),
    oncdata(from, to, behind) {
      if (isXml) events.text(whole.slice(from, to - behind));
    },
    ondeclaration: () => events.declaration?.(),
    oncomment() {},
    onprocessinginstruction() {},
    onend() {},
  };
}
