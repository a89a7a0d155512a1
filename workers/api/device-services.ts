import type { Outcome } from "../contract";
import { RecordStore } from "../storage";
import type { AnswerValue, QuestionKind } from "./answers/index";
import { deviceShelf } from "./device-shelf";
import { type Answerer, askPages } from "./question";
import type { ApiServices } from "./services";
import { Vault } from "./vault";

const WORKSPACE = "prospect";

/** The API on this device: small things in its database, computing in an open page. @param answerers who may be asked, best first */
export function deviceServices(answerers: () => Promise<readonly Answerer[]>): ApiServices {
  const channels = new Map<string, BroadcastChannel>();
  return {
    vault: new Vault(deviceShelf(WORKSPACE)),
    records: new RecordStore(WORKSPACE),
    async ask<Kind extends QuestionKind>(kind: Kind, question: unknown, signal: AbortSignal) {
      // The page answers with what the answer of this kind returns.
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
