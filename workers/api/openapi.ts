import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { count } from "../format";
import type { NumberFacts } from "../runtime/schema";
import type { Operation } from "./operation";
import { TAGS } from "./operation";
import { problemSchema } from "./schemas";
import { MONTHLY_LIMIT } from "./vault";

type Schema = v.GenericSchema<unknown, unknown>;

/** JSON Schema keywords of a setting, with the unit as an extension. */
const keywordsOf = ({ label, unit, min, max, above, below, whole }: NumberFacts): JsonSchema => ({
  type: whole ? "integer" : "number",
  title: label,
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
  ...(above !== undefined && { exclusiveMinimum: above }),
  ...(below !== undefined && { exclusiveMaximum: below }),
  ...(unit && { "x-unit": unit === "%" ? "fraction" : unit }),
});

/** A schema for openapi.json. JSON Schema has no file type, so a file is described as in OpenAPI 3.1. */
export const json = (schema: Schema, typeMode: "input" | "output"): JsonSchema => {
  const { $schema: _, ...rest } = toJsonSchema(schema as v.GenericSchema, {
    typeMode,
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === "instance" ? { type: "string", contentMediaType: "text/csv" } : undefined,
    overrideAction: ({ valibotAction }) => {
      const { metadata } = valibotAction as { metadata?: { facts?: NumberFacts } };
      return metadata?.facts && keywordsOf(metadata.facts);
    },
  });
  return rest;
};

const REFUSALS: Record<number, string> = {
  400: "The request could not be parsed",
  401: "The key or token is missing or invalid",
  403: "The key lacks the scope",
  404: "Not found",
  413: "The body is too large",
  415: "Unsupported content type",
  422: "The request is invalid, or the data cannot be analyzed",
  429: "The monthly request limit is reached",
  503: "No open tab can compute this, or the device refused",
};

function refusalsOf({ access, body, path }: Operation): number[] {
  const keyed = access === "open" ? [] : access === "bearer" ? [401] : [401, 429];
  const scoped = Array.isArray(access) && access.length > 0 ? [403] : [];
  const bodied = body ? [400, 413, 415, 422] : [];
  return [...new Set([400, ...keyed, ...scoped, ...bodied, ...(path.startsWith("/v1/") ? [404] : []), 503])].sort();
}

const problemContent = { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } };

function parametersOf(place: "query" | "path", schema: Schema | undefined, example: Record<string, string> = {}) {
  if (!schema) return [];
  const { properties = {}, required = [] } = json(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
    ...(example[name] !== undefined && { example: example[name] }),
  }));
}

function securityOf({ access }: Operation) {
  if (access === "open") return [];
  return access === "bearer" ? [{ AccessToken: [] }] : [{ ApiKey: [...access] }];
}

function described(operation: Operation) {
  const { id, tag, summary, description, body, bodyType = "json", example, params, query, status, response } = operation;
  const media = bodyType === "form" ? "multipart/form-data" : "application/json";
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: securityOf(operation),
    parameters: [...parametersOf("path", params), ...parametersOf("query", query, example?.query)],
    ...(body && {
      requestBody: {
        required: true,
        content: { [media]: { schema: json(body, "input"), ...(example?.body !== undefined && { example: example.body }) } },
      },
    }),
    responses: {
      [status]: { description: "Done", content: { "application/json": { schema: json(response, "output") } } },
      ...Object.fromEntries(refusalsOf(operation).map((code) => [code, { description: REFUSALS[code], content: problemContent }])),
    },
  };
}

/** The OpenAPI 3.1 description of operations, from the schemas that validate requests. */
export function openApi(operations: readonly Operation[]) {
  const paths: Record<string, Record<string, ReturnType<typeof described>>> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Prospect API",
      version: "1.0.0",
      description: `Answered on this device, offline too. ${count(MONTHLY_LIMIT)} requests with a key per month; the X-RateLimit-* headers report what remains.`,
    },
    servers: [{ url: "/" }],
    tags: TAGS.filter((name) => operations.some(({ tag }) => tag === name)).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: json(problemSchema, "output") },
      securitySchemes: {
        ApiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        AccessToken: { type: "http", scheme: "bearer" },
      },
    },
  };
}

export type OpenApi = ReturnType<typeof openApi>;
