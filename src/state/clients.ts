import { WORKSPACE } from "../../workers/contract";
import { storage } from "../client/compute";
import type { ClientBody } from "./client-body";
import { clientSchema } from "./client-body";
import { type ListedPortfolio, listPortfolios } from "./portfolio-rules";
import { Records } from "./records";
import { sourceAtom } from "./source-atom";

/** The clients stored on this device, with their portfolios. */
export const clients = new Records<ClientBody>({ pool: storage, workspace: WORKSPACE, kind: "client", schema: clientSchema });

const subscribe = (listener: () => void): (() => void) => {
  void clients.open();
  return clients.subscribe(listener);
};

/** The clients; the list is loaded on first use. */
export const clientsAtom = sourceAtom({ read: clients.read, subscribe });

let listed: { of: unknown; portfolios: readonly ListedPortfolio[] } = { of: null, portfolios: [] };

/** Every portfolio of every client, by name, for tools that accept one. */
export const portfoliosAtom = sourceAtom({
  read: () => {
    const { records } = clients.read();
    if (listed.of !== records) listed = { of: records, portfolios: listPortfolios(records) };
    return listed.portfolios;
  },
  subscribe,
});
