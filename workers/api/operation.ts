import type * as v from "valibot";
import type { ApiServices } from "./services";
import type { KeyEntry, Scope } from "./vault";

/** Who may call: anybody on this device, the holder of an access token, or of a key with one of these scopes (none: any key). */
export type Access = "open" | "bearer" | readonly Scope[];

export const TAGS = ["Authentication", "Strategy Management", "Market Data", "Risk Management", "Analyses", "Batches"] as const;
export type Tag = (typeof TAGS)[number];

type Schema = v.GenericSchema<unknown, unknown>;

export interface Call<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  services: ApiServices;
  /** Null where the operation needs none. */
  key: KeyEntry | null;
  signal: AbortSignal;
}

interface Described<Params, Query, Body> {
  id: string;
  method: "GET" | "POST" | "DELETE";
  /** As Hono writes it: `/v1/strategies/:id`. */
  path: string;
  tag: Tag;
  summary: string;
  description: string;
  access: Access;
  params?: v.GenericSchema<unknown, Params>;
  query?: v.GenericSchema<unknown, Query>;
  /** Of a JSON body, or of the fields of a form. */
  body?: v.GenericSchema<unknown, Body>;
  bodyType?: "json" | "form";
  status: 200 | 201;
  response: Schema;
  /** A body and a query that show how it is called. */
  example?: { query?: Record<string, string>; body?: unknown };
}

/** An operation as the app and the documentation see it: what it takes is checked against its schemas before it is called. */
export interface Operation extends Described<unknown, unknown, unknown> {
  answer(call: Call<unknown, unknown, unknown>): Promise<unknown>;
}

/** Ties the types of schemas and answer together. */
export const operation = <Params, Query, Body, Response extends Schema>(
  described: Described<Params, Query, Body> & {
    response: Response;
    answer(call: Call<Params, Query, Body>): Promise<v.InferInput<Response>>;
  },
): Operation => described as unknown as Operation;
