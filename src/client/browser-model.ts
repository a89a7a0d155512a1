import { fail, type Outcome, succeed } from "../../workers/contract";
import type { Question } from "../../workers/news/provider/prompt";
import { canceled } from "./failures";

/** Chromium warns if the language of the answers is not specified. */
const ENGLISH = { expectedOutputs: [{ type: "text", languages: ["en"] }] };

/** The part of the browser's Prompt API in use; available only in pages, and only in some browsers. */
interface ModelSession {
  prompt(text: string, options: { responseConstraint: object; signal: AbortSignal }): Promise<string>;
  destroy(): void;
}
interface LanguageModelApi {
  availability(options: typeof ENGLISH): Promise<"unavailable" | "downloadable" | "downloading" | "available">;
  create(options: typeof ENGLISH & { initialPrompts: { role: "system"; content: string }[]; signal: AbortSignal }): Promise<ModelSession>;
}

const api = (): LanguageModelApi | null => (globalThis as { LanguageModel?: LanguageModelApi }).LanguageModel ?? null;

export type BrowserModelState = "absent" | "unavailable" | "downloadable" | "downloading" | "available";

/** Whether this browser has a built-in language model. */
export async function browserModelState(): Promise<BrowserModelState> {
  try {
    return (await api()?.availability(ENGLISH)) ?? "absent";
  } catch {
    return "unavailable";
  }
}

/** Asks the browser's built-in model; nothing leaves the device. */
export async function askBrowserModel({ system, user, schema }: Question, signal: AbortSignal): Promise<Outcome<string>> {
  const model = api();
  if (!model) return fail("bad-input", "news/browserModelAbsent");
  try {
    const session = await model.create({ ...ENGLISH, initialPrompts: [{ role: "system", content: system }], signal });
    try {
      return succeed(await session.prompt(user, { responseConstraint: schema, signal }));
    } finally {
      session.destroy();
    }
  } catch (error) {
    if (signal.aborted) return canceled();
    console.error(error);
    return fail("bad-input", "news/browserModelFailed");
  }
}
