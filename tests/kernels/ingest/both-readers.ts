import { QuoteMet, readPlainTable } from "../../../workers/ingest/plain-table";
import type { Plan } from "../../../workers/ingest/plan";
import { readQuotedTable } from "../../../workers/ingest/quoted-table";
import { openText } from "../../../workers/ingest/text-source";
import { testContext } from "../context";
import { contentOf } from "./plans";

/** Results of the general and of the typed reader for a text; the latter is null if it leaves the text to the general one. */
export async function bothReaders(text: string, plan: Plan) {
  const context = await testContext();
  const source = await openText(new Blob([text]));
  const general = await readQuotedTable(source, plan, context, "test").then(contentOf, (error: Error) => error.message);
  const plain = await readPlainTable(source, plan, context, "test").then(contentOf, (error: unknown) => {
    if (error instanceof QuoteMet) return null;
    throw error;
  });
  return { general, plain };
}
