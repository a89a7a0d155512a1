import { type Outcome, WORKSPACE } from "../contract";
import { RecordStore } from "../storage";
import type { AnswerValue, QuestionKind } from "./answers/index";
import { deviceShelf } from "./device-shelf";
import { type AnsweringPage, askPages } from "./question";
import type { ApiServices } from "./services";
import { Vault } from "./vault";

/**
 * The services of the API on this device: its database for small items, an open page for computing. @param answerers pages to ask, best first
 */
export function deviceServices(answerers: () => Promise<readonly AnsweringPage[]>): ApiServices {
  const channels = new Map<string, BroadcastChannel>();
  return {
    vault: new Vault(deviceShelf(WORKSPACE)),
    records: new RecordStore(WORKSPACE),
    async ask<Kind extends QuestionKind>(kind: Kind, question: unknown, signal: AbortSignal) {
      // A page replies with the answer of this kind.
      return (await askPages(await answerers(), { kind, question }, signal)) as Outcome<AnswerValue<Kind>>;
    },
    changed(what) {
      const channel = channels.get(what) ?? new BroadcastChannel(`${WORKSPACE}-${what}`);
      channels.set(what, channel);
      channel.postMessage("changed");
    },
    now: Date.now,
  };
}
