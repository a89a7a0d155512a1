import type * as v from "valibot";
import { limitsOf } from "../runtime/schema";

/** One setting of a question, as a command-line option or form field. */
export interface Option {
  /** "stop-loss": the setting's own name, with the path as a prefix if the name is not unique. */
  name: string;
  /** Its path in the settings. */
  path: string[];
  kind: "number" | "numbers" | "date" | "choice" | "flag" | "text" | "json";
  /** Whether it may be "none". */
  nullable: boolean;
  /** Default value; undefined for a required setting. */
  usual: unknown;
  label: string;
  unit: string;
  least?: number;
  most?: number;
  choices: readonly string[];
  /** The schema, for the limits of a number. */
  setting: v.GenericSchema;
}

/** The parts of a schema that are read here. */
interface Looked {
  type: string;
  wrapped?: v.GenericSchema & Looked;
  default?: unknown;
  entries?: Record<string, v.GenericSchema & Looked>;
  item?: v.GenericSchema & Looked;
  options?: readonly unknown[];
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Dates are milliseconds in the settings, and written as dates. */
const isMoment = (name: string) => /Date$/.test(name);

function leaf(path: string[], setting: v.GenericSchema & Looked, nullable: boolean, usual: unknown): Option {
  const base = { name: "", path, nullable, usual, label: "", unit: "", choices: [], setting };
  const { type, item, options = [] } = setting;
  if (type === "number" && isMoment(path[path.length - 1])) return { ...base, kind: "date" };
  const numeric = type === "array" ? item : setting;
  if (numeric?.type === "number") {
    const {
      label,
      unit = "",
      minValue,
      maxValue,
    } = "pipe" in numeric ? limitsOf(numeric) : { label: "", minValue: undefined, maxValue: undefined };
    return { ...base, kind: type === "array" ? "numbers" : "number", label, unit, least: minValue, most: maxValue };
  }
  if (type === "picklist") {
    const numbers = options.every((option) => typeof option === "number");
    return { ...base, kind: numbers ? "number" : "choice", choices: options.map(String) };
  }
  return { ...base, kind: type === "boolean" ? "flag" : type === "string" ? "text" : "json" };
}

function walk(setting: v.GenericSchema & Looked, path: string[], nullable: boolean, usual: unknown): Option[] {
  const { type, wrapped, entries } = setting;
  if (wrapped) {
    const own = type === "nullable" ? usual : (setting.default ?? usual);
    return walk(wrapped, path, nullable || type === "nullable", setting.default === null ? null : own);
  }
  if (entries) return Object.entries(entries).flatMap(([name, inner]) => walk(inner, [...path, name], false, undefined));
  return [leaf(path, setting, nullable, usual)];
}

/** All settings of a schema as a flat list, whatever their depth. */
export function optionsOf(schema: v.GenericSchema): Option[] {
  const all = walk(schema as v.GenericSchema & Looked, [], false, undefined);
  const last = ({ path }: Option) => kebab(path[path.length - 1]);
  return all.map((option) => {
    const alone = all.filter((other) => last(other) === last(option)).length === 1;
    return { ...option, name: alone ? last(option) : option.path.map(kebab).join("-") };
  });
}

/** Sets a value at a path of the settings. */
export function put(settings: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    settings[name] = value;
    return;
  }
  const inner = (settings[name] ?? {}) as Record<string, unknown>;
  settings[name] = inner;
  put(inner, rest, value);
}
