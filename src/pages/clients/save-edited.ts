import { isSame } from "../../lib/is-same.ts";
import type { ClientBody, Portfolio } from "../../state/client-body";
import { clients } from "../../state/clients";
import { addRecord, announceReplaced, changeRecord } from "../../state/record-edits";
import type { Kept } from "../../state/records";

type Client = Kept<ClientBody>;
type Values = Pick<ClientBody, "name" | "note">;

/** Current data of a client, which another tab may have changed since its dialog was opened. */
const nowOf = ({ id, body }: Client): ClientBody => clients.find(id)?.body ?? body;

const valuesOf = ({ name, note }: ClientBody): Values => ({ name, note });

/** Saves name and note of a client without touching its portfolios. @param client as it was when its dialog was opened */
export async function saveClient(client: Client | null, values: Values): Promise<unknown> {
  if (!client) return addRecord(clients, { ...values, portfolios: [] }, `addition of client ${values.name}`);
  const save = (saved: Values) => changeRecord(clients, client.id, { ...nowOf(client), ...saved }, `change of client ${client.body.name}`);
  const theirs = valuesOf(nowOf(client));
  const kept = await save(values);
  if (!isSame(theirs, valuesOf(client.body))) announceReplaced(theirs.name, () => void save(theirs));
  return kept;
}

/**
 * Saves one portfolio of a client beside the others that exist by now. @param opened as it was when its dialog was opened; null for a new
 * one
 */
export async function savePortfolio(client: Client, opened: Portfolio | null, portfolio: Portfolio): Promise<unknown> {
  const save = (saved: Portfolio) => {
    const now = nowOf(client);
    const portfolios = [...now.portfolios.filter(({ id }) => id !== saved.id), saved];
    const what = opened ? `change of portfolio ${opened.name}` : `addition of portfolio ${saved.name}`;
    return changeRecord(clients, client.id, { ...now, portfolios }, what);
  };
  const theirs = nowOf(client).portfolios.find(({ id }) => id === portfolio.id);
  const kept = await save(portfolio);
  if (theirs && !isSame(theirs, opened)) announceReplaced(theirs.name, () => void save(theirs));
  return kept;
}
