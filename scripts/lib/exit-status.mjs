// Meaning of a kiosk window's exit: intended, cannot start, or failed.

/** The window requests a restart (`EX_TEMPFAIL` of sysexits.h). */
const START_ANEW = 75;
/** The program refused its command line. */
const BAD_FLAGS = 2;

/**
 * - `done`: the exit code of the whole program
 * - `runs-already`: another instance runs, with its kiosk on the page `kioskUrl`; null: unknown
 * - `again`: the window must be opened again
 * - `broken`: the kiosk must continue in the browser, for this `reason`
 *
 * @param end `code`, `signal`: from Node; `isReady`: the window had reported ready; `stopping`: this process was asked to
 *   stop; `late`: the window did not get ready in time; `message`: its own error message, or null
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
