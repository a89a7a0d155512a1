import { checkArrow } from "./arrow-metadata";

/** Without a name of this form there is no zone, and nothing needs to be loaded. */
const ZONE = /[A-Za-z]\/[A-Z]/;

/**
 * Time zones of the columns in a Parquet file, from the Arrow schema that some writers embed in it: Parquet itself cannot express them.
 * None if that schema cannot be read.
 * @param written the schema as a message of Arrow, in base 64
 */
export async function zonesIn(written: string | undefined): Promise<ReadonlyMap<string, string>> {
  const zones = new Map<string, string>();
  if (written === undefined) return zones;
  try {
    const signs = atob(written);
    if (!ZONE.test(signs)) return zones;
    const { Type, tableFromIPC } = await import("@uwdata/flechette");
    const { schema } = tableFromIPC(checkArrow(Uint8Array.from(signs, (sign) => sign.charCodeAt(0))));
    for (const { name, type } of schema.fields) if (type.typeId === Type.Timestamp && type.timezone) zones.set(name, type.timezone);
  } catch {
    // An invalid embedded schema is no reason to refuse the columns.
  }
  return zones;
}
