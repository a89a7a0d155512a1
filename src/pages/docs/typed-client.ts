import type { Endpoint } from "../parts/api-description";
import type { Schema } from "../parts/schema-check";

const quoted = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name));

/** A schema as a TypeScript type. */
function typeOf(schema: Schema, indent: string): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeOf(one, indent)))].join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.contentMediaType) return "Blob";
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(" | ");
  if (schema.type === "array") return `Array<${schema.items ? typeOf(schema.items, indent) : "unknown"}>`;
  if (schema.type === "integer" || schema.type === "number") return "number";
  if (schema.type === "string" || schema.type === "boolean" || schema.type === "null") return schema.type;
  if (schema.properties) return objectType(schema, indent);
  if (typeof schema.additionalProperties === "object") return `Record<string, ${typeOf(schema.additionalProperties, indent)}>`;
  return "unknown";
}

function objectType({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, schema]) => `${inner}${quoted(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema, inner)};`,
  );
  return lines.length === 0 ? "Record<string, never>" : `{\n${lines.join("\n")}\n${indent}}`;
}

const parameterType = ({ words }: { words: string }): string => (/^(integer|number)/.test(words) ? "number" : "string");

function methodOf({ id, title, method, path, access, parameters, body, schemas }: Endpoint): string {
  const given = parameters.map(({ name, required, ...rest }) => `${name}${required ? "" : "?"}: ${parameterType(rest)}`);
  const takes = [
    ...(given.length > 0 ? [`parameters: { ${given.join("; ")} }`] : []),
    ...(body ? [`body: ${typeOf(body.schema, "  ")}`] : []),
  ];
  const address = JSON.stringify(path);
  const from = [given.length > 0 ? "parameters" : "{}", body ? "body" : "undefined"].join(", ");
  return `  /** ${title} */
  ${id}(${takes.join(", ")}): Promise<${typeOf(schemas.answer, "  ")}> {
    return this.call(${JSON.stringify(method)}, ${address}, ${JSON.stringify(access.kind)}, ${from});
  }`;
}

const BASE = `/** Connection settings: the key goes into a header, never into an address. */
export interface ProspectOptions {
  baseUrl: string;
  apiKey?: string;
  /** For generateKey alone. */
  accessToken?: string;
  fetch?: (request: Request) => Promise<Response>;
}

/** An error response: its status and the problem the API reports. */
export class ProspectError extends Error {
  readonly status: number;
  readonly problem: { code?: string; message?: string } | null;
  constructor(status: number, problem: { code?: string; message?: string } | null) {
    super(problem?.message ?? \`HTTP error! status: \${status}\`);
    this.status = status;
    this.problem = problem;
  }
}

export class ProspectClient {
  private readonly options: ProspectOptions;
  constructor(options: ProspectOptions) {
    this.options = options;
  }

  private async call<Answer>(
    method: string,
    path: string,
    access: "key" | "bearer" | "open",
    parameters: Record<string, string | number | undefined>,
    body: object | undefined,
  ): Promise<Answer> {
    const { baseUrl, apiKey, accessToken, fetch: send = fetch } = this.options;
    const query = new URLSearchParams();
    let filled = path;
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined) continue;
      if (filled.includes(\`{\${name}}\`)) filled = filled.replace(\`{\${name}}\`, encodeURIComponent(value));
      else query.set(name, String(value));
    }
    const headers: Record<string, string> = {};
    if (access === "key" && apiKey) headers["X-API-Key"] = apiKey;
    if (access === "bearer" && accessToken) headers.Authorization = \`Bearer \${accessToken}\`;
    let sent: string | FormData | undefined;
    if (body && "file" in body && body.file instanceof Blob) {
      sent = new FormData();
      sent.set("file", body.file);
    } else if (body) {
      headers["Content-Type"] = "application/json";
      sent = JSON.stringify(body);
    }
    const address = baseUrl.replace(/\\/+$/, "") + filled + (query.size > 0 ? \`?\${query}\` : "");
    const response = await send(new Request(address, { method, headers, body: sent }));
    const answer = (await response.json().catch(() => null)) as unknown;
    if (!response.ok) throw new ProspectError(response.status, answer as { code?: string; message?: string } | null);
    return answer as Answer;
  }
`;

/** A TypeScript client with a typed method for each operation; needs only `fetch`. */
export const typedClient = (endpoints: readonly Endpoint[]): string =>
  `// Client of the Prospect API, generated from its openapi.json.\n\n${BASE}\n${endpoints.map(methodOf).join("\n\n")}\n}\n`;
