import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import type { Count } from "../contract";

/** What is heard of markup, in the order of the text. Names are in lower case, texts with their character references read, once. */
export interface MarkupEvents {
  /** An element begins at a place of the text; its attributes follow. */
  open(name: string, at: Count): void;
  attribute?(name: string, value: string): void;
  /** An end tag, or in XML the end of an element without content. */
  close(name: string): void;
  text(text: string): void;
  /** A document type, or another declaration of XML. */
  declaration?(): void;
}

/** Characters that are kept of a name and of a value: more is noise. */
const MAX_NAME_LENGTH: Count = 100;
const MAX_VALUE_LENGTH: Count = 1000;

/**
 * The tokens of HTML or XML in one pass, in time and memory that grow with the length of the text whatever it holds: nothing is built, fetched,
 * expanded or run. Only the tokenizer of htmlparser2 is used, since its parser keeps a stack of open elements that grows with their square.
 */
export class Markup {
  private readonly tokenizer: Tokenizer;

  /** @param isXml else HTML, whose scripts, styles and titles hold no elements */
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

  /** Ends the reading from within an event. */
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
