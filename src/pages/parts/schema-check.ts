/** The subset of JSON Schema used by this API's openapi.json. */
export interface Schema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  default?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  contentMediaType?: string;
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

const isOfType = (value: unknown, type: string): boolean => typeOf(value) === type || (type === "number" && typeof value === "number");

/** Where a value first violates a schema; null if it conforms. */
export function schemaError(schema: Schema, value: unknown, place = "The body"): string | null {
  if (schema.anyOf) {
    const troubles = schema.anyOf.map((one) => schemaError(one, value, place));
    return troubles.includes(null) ? null : (troubles.find((trouble) => !trouble?.startsWith(`${place} must be`)) ?? troubles[0]);
  }
  if ("const" in schema && schema.const !== value) return `${place} must be ${JSON.stringify(schema.const)}`;
  if (schema.enum && !schema.enum.includes(value)) return `${place} must be one of ${schema.enum.map(String).join(", ")}`;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return `${place} must be ${types.join(" or ")}`;
  if (typeof value === "number") return numberTrouble(schema, value, place);
  if (typeof value === "string") return textTrouble(schema, value, place);
  if (Array.isArray(value)) return listTrouble(schema, value, place);
  return isObject(value) ? objectTrouble(schema, value, place) : null;
}

function numberTrouble({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema, value: number, place: string): string | null {
  if (minimum !== undefined && value < minimum) return `${place} must be at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `${place} must be at most ${maximum}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `${place} must be above ${exclusiveMinimum}`;
  return exclusiveMaximum !== undefined && value >= exclusiveMaximum ? `${place} must be below ${exclusiveMaximum}` : null;
}

function textTrouble({ minLength, maxLength, pattern }: Schema, value: string, place: string): string | null {
  if (minLength !== undefined && value.length < minLength) return `${place} must have at least ${minLength} characters`;
  if (maxLength !== undefined && value.length > maxLength) return `${place} must have at most ${maxLength} characters`;
  return pattern !== undefined && !new RegExp(pattern, "u").test(value) ? `${place} does not match the required pattern` : null;
}

function listTrouble({ items, minItems, maxItems }: Schema, value: readonly unknown[], place: string): string | null {
  if (minItems !== undefined && value.length < minItems) return `${place} must have at least ${minItems} items`;
  if (maxItems !== undefined && value.length > maxItems) return `${place} must have at most ${maxItems} items`;
  if (!items) return null;
  for (const [index, one] of value.entries()) {
    const trouble = schemaError(items, one, `${place}[${index}]`);
    if (trouble) return trouble;
  }
  return null;
}

function objectTrouble({ properties = {}, required = [], additionalProperties }: Schema, value: Json, place: string): string | null {
  const inside = (name: string) => (place.startsWith("The ") ? name : `${place}.${name}`);
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${inside(missing)} is missing`;
  for (const [name, one] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name);
    if (!known && additionalProperties === false) return `${inside(name)} is unknown`;
    const schema = known ? properties[name] : typeof additionalProperties === "object" ? additionalProperties : null;
    const trouble = schema && schemaError(schema, one, inside(name));
    if (trouble) return trouble;
  }
  return null;
}
