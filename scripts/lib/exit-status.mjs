// What the end of a kiosk window means: that it was meant to end, that it will not start, or that it broke.

/** The window asks to be started anew (`EX_TEMPFAIL` of sysexits.h). */
const START_ANEW = 75;
/** The program refused its command line. */
const BAD_FLAGS = 2;

/**
 * - `done`: this is the exit code of all
 * - `runs-already`: another one runs, with its kiosk on the page `kioskUrl`; null: not known
 * - `again`: the window wants to be opened anew
 * - `broken`: the kiosk has to go on elsewhere, for this `reason`
 *
 * @param end `code`, `signal`: as Node tells; `isReady`: it had said so; `stopping`: we were told to stop; `late`: it was
 *   ended because it did not get ready in time; `message`: what it told us itself, null if nothing
 */
export function meaningOf({ code, signal, isReady, stopping, late, message }) {
  if (message?.kind === 'runs-already') return { kind: 'runs-already', kioskUrl: message.kioskUrl };
  if (stopping) return { kind: 'done', code: code ?? 0 };
  if (message?.kind === 'refused' || (!isReady && code === BAD_FLAGS)) return { kind: 'done', code: code ?? 1 };
  if (late) return { kind: 'broken', reason: 'it was not ready in time' };
  if (isReady && code === 0) return { kind: 'done', code };
  if (code === START_ANEW) return { kind: 'again' };
  const how = signal === null ? `exited with code ${code}` : `was terminated by ${signal}`;
  return { kind: 'broken', reason: `its runtime ${how}${isReady ? '' : ' before it was ready'}` };
}
