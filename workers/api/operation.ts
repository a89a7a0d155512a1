import type * as v from "valibot";
import type { ApiServices } from "./services";
import type { KeyEntry, Scope } from "./vault";

/** Who may call: anyone on this device, the holder of an access token, or of a key with one of these scopes (none: any key). */
export type Access = "open" | "bearer" | readonly Scope[];

export const TAGS = ["Authentication", "Strategy Management", "Market Data", "Risk Management", "Analyses", "Batches"] as const;
export type Tag = (typeof TAGS)[number];

type Schema = v.GenericSchema<unknown, unknown>;

export interface Call<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  services: ApiServices;
  /** Null if the operation needs none. */
  key: KeyEntry | null;
  signal: AbortSignal;
}

interface Described<Params, Query, Body> {
  id: string;
  method: "GET" | "POST" | "DELETE";
  /** In Hono's syntax: `/v1/strategies/:id`. */
  path: string;
  tag: Tag;
  summary: string;
  description: string;
  access: Access;
  params?: v.GenericSchema<unknown, Params>;
  query?: v.GenericSchema<unknown, Query>;
  /** Schema of a JSON body, or of the fields of a form. */
  body?: v.GenericSchema<unknown, Body>;
  bodyType?: "json" | "form";
  status: 200 | 201;
  response: Schema;
  /** An example of a body and a query. */
  example?: { query?: Record<string, string>; body?: unknown };
}

/** An operation for the app and the documentation: its input is validated against its schemas before `answer` is called. */
export interface Operation extends Described<unknown, unknown, unknown> {
  answer(call: Call<unknown, unknown, unknown>): Promise<unknown>;
}

/** Infers the types of `answer` from the schemas. */
export const operation = <Params, Query, Body, Response extends Schema>(
  described: Described<Params, Query, Body> & {
    response: Response;
    answer(call: Call<Params, Query, Body>): Promise<v.InferInput<Response>>;
  },
): Operation => described as unknown as Operation;
