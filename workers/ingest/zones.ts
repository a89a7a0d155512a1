import type { Millis } from "../contract";

/** Zone changes occur on quarter hours. */
const QUARTER: Millis = 900_000;
const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** How far the clocks of a zone are ahead of UTC at a moment. */
type ZoneOffset = (moment: Millis) => Millis;

/** By lower-case name, since case does not matter; names invented by a file are not stored. */
const known = new Map<string, ZoneOffset>();

/** UTC offsets of a zone of the IANA database ("America/New_York", "US/Eastern"); null if there is no such zone. */
export function zoneOf(name: string): ZoneOffset | null {
  const key = name.toLowerCase();
  const zone = known.get(key) ?? openZone(name);
  if (zone) known.set(key, zone);
  return zone;
}

function openZone(timeZone: string): ZoneOffset | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  } catch {
    return null;
  }
  const offsets = new Map<number, Millis>();
  return (moment) => {
    const quarter = Math.floor(moment / QUARTER);
    const before = offsets.get(quarter);
    if (before !== undefined) return before;
    const written = format.formatToParts(quarter * QUARTER).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours, minutes, seconds] = OFFSET.exec(written) ?? [];
    const size = 1000 * (3600 * Number(hours ?? 0) + 60 * Number(minutes ?? 0) + Number(seconds ?? 0));
    const offset = sign === "-" ? -size : size;
    offsets.set(quarter, offset);
    return offset;
  };
}

/** The UTC time at which clocks of a zone show a local time (given as if it were UTC); the first of two when clocks are set back. */
export function momentIn(zone: ZoneOffset, shown: Millis): Millis {
  const moment = shown - zone(shown - zone(shown));
  const earlier = shown - zone(moment - 4 * QUARTER);
  return earlier < moment && earlier + zone(earlier) === shown ? earlier : moment;
}
