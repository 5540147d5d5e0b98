/**
 * Conversion between instants and the wall clock of an IANA time zone.
 *
 * Instants are epoch milliseconds. Offsets are read from `Intl` once per zone and quarter of an hour: since 1972 zones
 * have changed their offset only at full quarters of UTC.
 */
const SLOT_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const MAX_SLOTS = 4096;
const WALL_TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

interface ZoneOffsets {
  readonly format: Intl.DateTimeFormat;
  readonly bySlot: Map<number, number>;
  lastSlot: number;
  lastOffset: number;
}

const zones = new Map<string, ZoneOffsets>();

/** Whether this machine knows the time zone. */
export function isZone(zone: string): boolean {
  try {
    offsetsOf(zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Milliseconds by which the zone's wall clock is ahead of UTC at the instant. Throws RangeError for an unknown zone.
 */
export function zoneOffset(instant: number, zone: string): number {
  const offsets = offsetsOf(zone);
  const slot = Math.floor(instant / SLOT_MS);
  if (slot === offsets.lastSlot) return offsets.lastOffset;
  let offset = offsets.bySlot.get(slot);
  if (offset === undefined) {
    offset = askOffset(offsets.format, slot * SLOT_MS);
    if (offsets.bySlot.size >= MAX_SLOTS) offsets.bySlot.clear();
    offsets.bySlot.set(slot, offset);
  }
  offsets.lastSlot = slot;
  offsets.lastOffset = offset;
  return offset;
}

/** `yyyy-mm-dd hh:mm:ss` of the zone's wall clock. */
export function formatWallTime(instant: number, zone: string): string {
  const iso = new Date(instant + zoneOffset(instant, zone)).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/**
 * The instant of `yyyy-mm-dd hh:mm:ss` in the zone, or `null` for another format, an invalid date, and a time that is
 * skipped at the start of daylight saving time. A repeated time at its end is the first one.
 */
export function parseWallTime(text: string, zone: string): number | null {
  const match = WALL_TIME.exec(text);
  if (match === null) return null;
  const asUtc = Date.parse(`${text.slice(0, 10)}T${text.slice(11)}Z`);
  // Date.parse accepts 30 February and 24:00:00 as another day.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 19).replace('T', ' ') !== text) return null;
  return firstInstantShowing(asUtc, zone);
}

/**
 * The first instant at which the zone's wall clock shows this time or later: where it is skipped, the time of the
 * change. `asUtc` is the wall time interpreted as UTC.
 */
export function instantFrom(asUtc: number, zone: string): number {
  const exact = firstInstantShowing(asUtc, zone);
  if (exact !== null) return exact;
  let before = asUtc - zoneOffset(asUtc + DAY_MS, zone);
  let after = asUtc - zoneOffset(asUtc - DAY_MS, zone);
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (middle + zoneOffset(middle, zone) < asUtc) before = middle;
    else after = middle;
  }
  return after;
}

function firstInstantShowing(asUtc: number, zone: string): number | null {
  const earlier = asUtc - zoneOffset(asUtc - DAY_MS, zone);
  const later = asUtc - zoneOffset(asUtc + DAY_MS, zone);
  const shows = (instant: number): boolean => instant + zoneOffset(instant, zone) === asUtc;
  const [first, second] = earlier <= later ? [earlier, later] : [later, earlier];
  if (shows(first)) return first;
  return shows(second) ? second : null;
}

function offsetsOf(zone: string): ZoneOffsets {
  let offsets = zones.get(zone);
  if (offsets === undefined) {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    offsets = { format, bySlot: new Map(), lastSlot: Number.NaN, lastOffset: 0 };
    zones.set(zone, offsets);
  }
  return offsets;
}

function askOffset(format: Intl.DateTimeFormat, instant: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
}
