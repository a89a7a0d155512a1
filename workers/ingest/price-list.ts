import type { JobContext } from "../lib/job";
import type { Plan } from "./plan";
import { RowStore } from "./rows";
import { type TextSource, textChunks } from "./text-source";

/** Reads numbers one after the other, whatever of the plan's separators stands between them; a row is a place in the list. */
export async function readPriceList(source: TextSource, plan: Plan, context: JobContext, label: string): Promise<RowStore> {
  const store = new RowStore(plan);
  const separator = new RegExp(`[${plan.separators}]+`);
  let place = 0;
  let rest = "";
  const take = (values: string[]) => {
    for (const value of values) if (value.trim() !== "") store.add([value.trim().replace(/^"(.*)"$/, "$1")], ++place);
  };
  for await (const chunk of textChunks(source, context, label)) {
    const values = (rest + chunk).split(separator);
    rest = values.pop() ?? "";
    take(values);
  }
  take([rest]);
  return store;
}
