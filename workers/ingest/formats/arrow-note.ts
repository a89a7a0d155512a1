import { checkArrow } from "./arrow-metadata";

/** Without a name of this form there is no zone, and nothing need be loaded. */
const ZONE = /[A-Za-z]\/[A-Z]/;

/**
 * Zones of the moments in a Parquet file, by the name of their column, from the schema that writers of Arrow keep in it: Parquet has no room for
 * them. None where it cannot be read.
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
    // What a note says wrong is no reason to refuse the columns.
  }
  return zones;
}
