import { type Column, type Outcome, succeed } from "../../contract";
import { columnSources } from "../columns-of";
import { nameOf, type Source } from "../source";

export interface ListSourcesInput {
  /** Name of a dataset. */
  from: string;
  columns: Pick<Column, "name" | "role">[];
}

/** A series of many. */
export interface ListedSource {
  name: string;
  source: Source;
}

/** The series of what a page has been given, in the order of the data. */
export const listSources = ({ from, columns }: ListSourcesInput): Outcome<ListedSource[]> =>
  succeed(columnSources(columns, from).map((source) => ({ name: nameOf(source), source })));
