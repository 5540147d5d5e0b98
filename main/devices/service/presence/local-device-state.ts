/** Device state known to this server, merged with that of others. */
import { type DeviceStatus, UNKNOWN_STATUS } from '../../contract/device-status.ts';

export interface OwnNow {
  /** Whether a visible page, or a remote program, shows it. */
  readonly connected: boolean;
  /** Start of the connection, or last contact; null without one. */
  readonly changedAt: number | null;
  /** Last report, kept after a disconnect. */
  readonly status: DeviceStatus;
  /** Time of the report; null without one. */
  readonly saidAt: number | null;
  /** Whether there is any contact, even from a program without a visible page. */
  readonly isInTouch: boolean;
  /** Start of the silence; null while there is contact, or for a device that never had any. */
  readonly silentSince: number | null;
}

export const NEVER: OwnNow = {
  connected: false,
  changedAt: null,
  status: UNKNOWN_STATUS,
  saidAt: null,
  isInTouch: false,
  silentSince: null,
};
export const LONG_AGO = Number.NEGATIVE_INFINITY;

const NAMES = Object.keys(UNKNOWN_STATUS) as readonly (keyof DeviceStatus)[];

/** The latest entry; for equal times the later in the list. */
export function latest<One extends { readonly at: number }>(all: readonly (One | null)[]): One | null {
  return all.reduce((last, one) => (one !== null && one.at >= (last?.at ?? LONG_AGO) ? one : last), null);
}

/** Merges the states of several servers: connected takes precedence, then the newest. */
export function together(all: readonly OwnNow[]): OwnNow {
  const connected = all.some((one) => one.connected);
  const near = all.filter((one) => one.connected === connected);
  const isInTouch = all.some((one) => one.isInTouch || one.connected);
  // A server of an older version omits the time.
  const said = (list: readonly OwnNow[]) =>
    latest(list.map(({ saidAt, status }) => (typeof saidAt === 'number' ? { at: saidAt, status } : null)));
  const voice = said(near) ?? said(all);
  return {
    connected,
    changedAt: newest(near.map(({ changedAt }) => changedAt)),
    status: voice?.status ?? near[0]?.status ?? UNKNOWN_STATUS,
    saidAt: voice?.at ?? null,
    isInTouch,
    silentSince: isInTouch ? null : newest(all.map(({ silentSince }) => silentSince)),
  };
}

function newest(instants: readonly (number | null)[]): number | null {
  return instants.reduce((last, at) => (at !== null && at > (last ?? LONG_AGO) ? at : last), null);
}

export function sameStatus(one: DeviceStatus, other: DeviceStatus): boolean {
  return NAMES.every((name) => one[name] === other[name] || JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
