import type { OpenApi } from "../../../workers/api/openapi";
import { localFetch } from "../../client/local-api";
import type { Schema } from "./schema-check";

interface ApiParameter {
  name: string;
  place: "query" | "path";
  required: boolean;
  words: string;
  example: string;
}

export interface ApiField {
  name: string;
  words: string;
  required: boolean;
}

/** An operation of openapi.json, as displayed. */
export interface Endpoint {
  id: string;
  method: string;
  path: string;
  tag: string;
  title: string;
  description: string;
  /** Required authorization: a key with one of the scopes, an access token, or none. */
  access: { kind: "key" | "bearer" | "open"; scopes: string[] };
  parameters: ApiParameter[];
  /** Fields of the body with dotted names; null if it takes none. */
  body: { kind: "json" | "form"; fields: ApiField[]; example: string; schema: Schema } | null;
  status: string;
  response: ApiField[];
  /** Schemas of the answer, and of an error. */
  schemas: { answer: Schema; refusal: Schema };
  responseExample: string;
  refusals: { status: string; words: string }[];
}

function wordsOf({ type, enum: choices, items, anyOf, description, contentMediaType, default: usual }: Schema): string {
  const one = contentMediaType
    ? "file"
    : choices
      ? choices.map(String).join(" | ")
      : anyOf
        ? anyOf.map((each) => wordsOf(each)).join(" or ")
        : type === "array"
          ? `list of ${items ? wordsOf(items) : "values"}`
          : [type ?? "any"].flat().join(" or ");
  const otherwise = usual === undefined || typeof usual === "object" ? "" : `, otherwise ${String(usual) || "empty"}`;
  return `${one}${otherwise}${description ? `. ${description}` : ""}`;
}

/** A schema without its null alternative. */
const bare = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== "null") ?? schema;

function fieldsOf(schema: Schema, before = ""): ApiField[] {
  const inner = bare(schema);
  if (inner.items && before !== "") return fieldsOf(inner.items, `${before}[]`);
  if (typeof inner.additionalProperties === "object") return fieldsOf(inner.additionalProperties, `${before ? `${before}.` : ""}{name}`);
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const full = before ? `${before}.${name}` : name;
    const own = { name: full, words: wordsOf(field), required: inner.required?.includes(name) ?? false };
    return [own, ...fieldsOf(field, full)];
  });
}

/** A value that matches a schema: shows the form of an answer, not its content. */
function sampleOf(schema: Schema): unknown {
  const inner = bare(schema);
  if (inner.examples) return inner.examples[0];
  if (inner.enum) return inner.enum[0];
  if (inner.items) return [sampleOf(inner.items)];
  if (typeof inner.additionalProperties === "object") return { name: sampleOf(inner.additionalProperties) };
  if (inner.properties) return Object.fromEntries(Object.entries(inner.properties).map(([name, field]) => [name, sampleOf(field)]));
  if (inner.type === "boolean") return true;
  if (inner.type === "number" || inner.type === "integer") return inner.minimum ?? 0;
  return "…";
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

type Described = OpenApi["paths"][string][string];
type Media = { schema: Schema; example?: unknown };
type Response = { description: string; content: Record<string, Media> };

function endpointOf(path: string, method: string, described: Described, refusal: Schema): Endpoint {
  const [[status, success], ...refused] = Object.entries(described.responses as Record<string, Response>).sort(
    ([a], [b]) => Number(a) - Number(b),
  );
  const response = success.content["application/json"].schema;
  const content = (described.requestBody?.content ?? {}) as Record<string, Media>;
  const [media] = Object.keys(content);
  const [needs] = described.security as Record<string, string[]>[];
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    tag: described.tags[0],
    title: described.summary,
    description: described.description,
    access: needs?.ApiKey ? { kind: "key", scopes: needs.ApiKey } : { kind: needs ? "bearer" : "open", scopes: [] },
    parameters: described.parameters.map(({ name, in: place, required, schema, ...rest }) => ({
      name,
      place,
      required,
      words: wordsOf(schema as Schema),
      example: "example" in rest ? String(rest.example) : "",
    })),
    body: media
      ? {
          kind: media === "application/json" ? "json" : "form",
          fields: fieldsOf(content[media].schema),
          example: content[media].example === undefined ? "" : pretty(content[media].example),
          schema: content[media].schema,
        }
      : null,
    status,
    response: fieldsOf(response),
    schemas: { answer: response, refusal },
    responseExample: pretty(sampleOf(response)),
    refusals: refused.map(([code, { description }]) => ({ status: code, words: description })),
  };
}

/** The operations of a description, in order. */
export const endpointsOf = (description: OpenApi): Endpoint[] =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      endpointOf(path, method, described, description.components.schemas.Problem as Schema),
    ),
  );

let loading: Promise<{ endpoints: Endpoint[]; text: string }> | null = null;

/** openapi.json of this device, read once. */
export function apiDescription(): Promise<{ endpoints: Endpoint[]; text: string }> {
  loading ??= (async () => {
    const response = await localFetch(new Request("/api/openapi.json"));
    const description = (await response.json()) as OpenApi;
    return { endpoints: endpointsOf(description), text: pretty(description) };
  })();
  loading.catch(() => {
    loading = null;
  });
  return loading;
}
