/** Device state known to this server, merged with that of others. */
import { type DeviceStatus, UNKNOWN_STATUS } from '../../contract/device-status.ts';

export interface OwnNow {
  /** A page of it can be seen, or a program elsewhere shows one. */
  readonly connected: boolean;
  /** Since when it is connected, or was seen last; null if it never was. */
  readonly changedAt: number | null;
  /** What it said last, also of one that is gone. */
  readonly status: DeviceStatus;
  /** When it said so; null when it never said anything. */
  readonly saidAt: number | null;
  /** Something of it is heard, be it a program that nobody looks at. */
  readonly isInTouch: boolean;
  /** Since when nothing of it is heard; null while something is, and of one that never was. */
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

/** What was said last; of two at once, the later in the list. */
export function latest<One extends { readonly at: number }>(all: readonly (One | null)[]): One | null {
  return all.reduce((last, one) => (one !== null && one.at >= (last?.at ?? LONG_AGO) ? one : last), null);
}

/** Of what several servers say: a connection counts more than none, and else what is newer. */
export function together(all: readonly OwnNow[]): OwnNow {
  const connected = all.some((one) => one.connected);
  const near = all.filter((one) => one.connected === connected);
  const isInTouch = all.some((one) => one.isInTouch || one.connected);
  // A server of an older version does not say when.
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
