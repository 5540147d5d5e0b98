/** Answer of the server to a query, for a component. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Static, TObject } from 'typebox';
import type { CallerParameters, Endpoint } from '../../main/rest/contract/endpoint.ts';
import type { RestFailure } from './api-client.ts';
import { useStaff } from './staff.ts';

export interface Answered<Value> {
  /** The last answer to these parameters; null before the first. */
  readonly value: Value | null;
  /** Failure of the last request; null if it succeeded. */
  readonly failure: RestFailure | null;
}

const NOTHING = { value: null, failure: null };

/**
 * Asks again when the parameters change, which drops the answer, or `depends`, which keeps it meanwhile.
 * @param parameters null asks nothing
 * @returns also `again`, which repeats the request
 */
export function useAnswer<Taken extends TObject, Answer extends TObject>(
  endpoint: Endpoint<Taken, Answer>,
  parameters: CallerParameters<Taken> | null,
  depends: readonly unknown[] = [],
): Answered<Static<Answer>> & { again(): Promise<void> } {
  const { session } = useStaff();
  const [answered, setAnswered] = useState<Answered<Static<Answer>>>(NOTHING);
  const turn = useRef(0);
  const asked = JSON.stringify(parameters);
  const again = async (): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    if (parameters === null) return;
    const answer = await session.rest.call(endpoint, parameters);
    if (mine !== turn.current) return;
    setAnswered(({ value }) => (answer.ok ? { value: answer.value, failure: null } : { value, failure: answer.error }));
  };
  useEffect(() => setAnswered(NOTHING), [asked]);
  useEffect(() => {
    void again();
    return () => {
      turn.current += 1;
    };
  }, [session, asked, ...depends]);
  return { ...answered, again };
}
