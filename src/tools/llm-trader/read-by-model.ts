import { fail, type Outcome } from "../../../workers/contract";
import { originOf } from "../../../workers/origin";
import { compute } from "../../client/compute";
import { keyFor } from "../../state/key-binding";
import { providerKey } from "../../state/provider-key";
import type { Settings } from "../../state/settings-schema";
import type { Provider } from "./trader-inputs.ts";

/** A model's unparsed reply about a text, which the job validates. The key is passed only to the worker that makes the request. */
export async function readByModel(
  provider: Exclude<Provider, "built-in">,
  text: string,
  { endpoint, model }: Settings["provider"],
  signal: AbortSignal,
): Promise<Outcome<string>> {
  if (provider === "endpoint") {
    if (endpoint === "" || model === "") return fail("bad-input", "news/providerUnset");
    const [{ askProvider }, { secretOf }] = await Promise.all([import("../../client/ask-provider"), import("../../state/secret-cipher")]);
    const { key, boundTo } = keyFor(endpoint, await secretOf(providerKey));
    if (boundTo !== null && key === null) return fail("bad-input", "news/providerKeyElsewhere", { origin: originOf(endpoint) });
    return askProvider({ endpoint, model, key, text }, signal);
  }
  const question = await compute.run("make-news-question", { text });
  if (!question.ok) return question;
  const { askBrowserModel } = await import("../../client/browser-model");
  return askBrowserModel(question.value, signal);
}
