/** What the clock on the wall shows: worked out by Intl alone, and not by the program that is judged. */
export interface Wall {
  /** `yyyy-mm-dd` */
  readonly day: string;
  readonly hour: number;
  /** Since midnight. */
  readonly minute: number;
  /** 1 (Monday) to 7. */
  readonly weekday: number;
}

const MINUTE_MS = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, made);
  return made;
}

export function wallAt(zone: string, instant: number): Wall {
  // `2026-10-25 08:30:00`
  const shown = formatOf(zone).format(instant);
  const day = shown.slice(0, 10);
  const hour = Number(shown.slice(11, 13));
  const minute = hour * 60 + Number(shown.slice(14, 16));
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return { day, hour, minute, weekday };
}

/** The instant at which the wall shows it; for hours at which no clock is changed. */
export function instantOn(zone: string, day: string, minutes: number): number {
  const like = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  const shown = (instant: number): number => {
    const { day: on, minute } = wallAt(zone, instant);
    return Date.parse(`${on}T00:00:00Z`) + minute * MINUTE_MS + (instant % MINUTE_MS);
  };
  const first = like - (shown(like) - like);
  return first - (shown(first) - like);
}
