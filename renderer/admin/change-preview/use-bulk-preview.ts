/**
 * State of a bulk change: preview, progress, failure.
 */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import { ERRNO } from '../../../main/lib/result.ts';
import type { CallerParameters, Endpoint } from '../../../main/rest/contract/endpoint.ts';
import type { ForeseenParameters, ManyAnswer } from '../../../main/site/contract/rest/bulk-edit.ts';
import { failureOf, NO_FAILURE, type ShownFailure } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';

/** A large site is validated and written in one request. */
const TIMEOUT_MS = 60_000;

export interface Many<Wish, Answer extends ManyAnswer = ManyAnswer> {
  /** The preview; null before it was requested. */
  readonly seen: Answer | null;
  readonly failure: ShownFailure;
  readonly busy: boolean;
  /** Requests the preview. */
  look(wish: Wish): Promise<void>;
  /** Applies exactly the previewed change. Resolves to true if it was applied. */
  apply(): Promise<boolean>;
  /** Applies the change without a preview. Resolves to true if it was applied. */
  finish(wish: Wish): Promise<boolean>;
  /** Discards the preview, since the input changed. */
  forget(): void;
}

export function useMany<Taken extends ForeseenParameters, Answer extends typeof ManyAnswer>(
  endpoint: Endpoint<Taken, Answer>,
): Many<CallerParameters<Taken>, Static<Answer>> {
  const { t, session, site } = useAdmin();
  const words = useOfficeWords();
  const [looked, setLooked] = useState<{
    readonly wish: CallerParameters<Taken>;
    readonly seen: Static<Answer>;
  } | null>(null);
  const [failure, setFailure] = useState(NO_FAILURE);
  const [busy, setBusy] = useState(false);

  async function ask(wish: CallerParameters<Taken>): Promise<Static<Answer> | null> {
    setBusy(true);
    setFailure(NO_FAILURE);
    const answer = await session.rest.call(endpoint, wish, { timeoutMs: TIMEOUT_MS });
    setBusy(false);
    if (answer.ok) return answer.value;
    const isLate = answer.error.kind === 'refused' && answer.error.errno === ERRNO.cannotConclude;
    if (isLate) setLooked(null);
    setFailure(failureOf(t, answer.error, words('many.late')));
    return null;
  }

  return {
    seen: looked?.seen ?? null,
    failure,
    busy,
    async look(wish) {
      const seen = await ask(wish);
      setLooked(seen === null ? null : { wish, seen });
    },
    async apply() {
      if (looked === null) return false;
      const done = await ask({ ...looked.wish, apply: true, token: looked.seen.token });
      if (done === null) return false;
      setLooked(done.done ? null : { wish: looked.wish, seen: done });
      await site.reload();
      return done.done;
    },
    async finish(wish) {
      const done = await ask({ ...wish, apply: true });
      if (done !== null) await site.reload();
      return done?.done === true;
    },
    forget() {
      setLooked(null);
      setFailure(NO_FAILURE);
    },
  };
}
