/**
 * Status bytes of ESC/POS printers.
 *
 * Sources: Epson's reference under `DLE EOT`, `GS a` and `GS r`; for the fixed bits that distinguish the kinds,
 * Citizen's manuals, "Identification of send status".
 */

/** State of the machine. */
export interface Condition {
  readonly paper: 'ok' | 'near-end' | 'out';
  readonly coverOpen: boolean;
  /** The cutter is jammed: recoverable by `DLE ENQ` once the cause is removed. */
  readonly cutterError: boolean;
  /** Requires repair. */
  readonly unrecoverable: boolean;
  /** Switched offline manually. */
  readonly switchedOff: boolean;
  /** The paper feed button is pressed. */
  readonly feeding: boolean;
  readonly nearEndSensor: boolean;
}

export function isOffline(condition: Condition): boolean {
  const { paper, coverOpen, cutterError, unrecoverable, switchedOff, feeding } = condition;
  return paper === 'out' || coverOpen || cutterError || unrecoverable || switchedOff || feeding;
}

function flag(set: boolean, mask: number): number {
  return set ? mask : 0;
}

function nearEnd(condition: Condition): boolean {
  return condition.nearEndSensor && condition.paper !== 'ok';
}

/** Answer of `DLE EOT n`, n from 1 to 4. Bits 1 and 4 are always set. */
export function realTimeStatus(condition: Condition, n: number): number {
  const { coverOpen, feeding, paper, cutterError, unrecoverable } = condition;
  const failed = cutterError || unrecoverable;
  switch (n) {
    case 1:
      return 0x12 | flag(isOffline(condition), 0x08) | flag(feeding, 0x40);
    case 2:
      return 0x12 | flag(coverOpen, 0x04) | flag(feeding, 0x08) | flag(paper === 'out', 0x20) | flag(failed, 0x40);
    case 3:
      return 0x12 | flag(cutterError, 0x08) | flag(unrecoverable, 0x20);
    default:
      return 0x12 | flag(nearEnd(condition), 0x0c) | flag(paper === 'out', 0x60);
  }
}

/** The four bytes of automatic status. */
export function automaticStatus(condition: Condition): Uint8Array {
  const { coverOpen, feeding, paper, cutterError, unrecoverable } = condition;
  return Uint8Array.of(
    0x10 | flag(isOffline(condition), 0x08) | flag(coverOpen, 0x20) | flag(feeding, 0x40),
    flag(cutterError, 0x08) | flag(unrecoverable, 0x20),
    flag(nearEnd(condition), 0x03) | flag(paper === 'out', 0x0c),
    0,
  );
}

/** Bits of the four bytes that the mask of `GS a n` selects; other changes are not reported. */
export function watchedBits(mask: number): Uint8Array {
  return Uint8Array.of(
    flag((mask & 2) !== 0, 0x28) | flag((mask & 8) !== 0, 0x40) | flag((mask & 1) !== 0, 0x04),
    flag((mask & 4) !== 0, 0x68),
    flag((mask & 8) !== 0, 0x0f),
    0,
  );
}

/** Answer of `GS r n`: 1 paper, 2 drawer. */
export function transmittedStatus(condition: Condition, n: number): number {
  if (n !== 1) return 0;
  return flag(nearEnd(condition), 0x03) | flag(condition.paper === 'out', 0x0c);
}
