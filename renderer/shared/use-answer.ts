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
  /** Asks once more. */
  again(): Promise<void>;
}

/**
 * Asks again when the parameters change, which drops the answer, or `depends`, which keeps it meanwhile.
 * @param parameters null asks nothing
 */
export function useAnswer<Taken extends TObject, Answer extends TObject>(
  endpoint: Endpoint<Taken, Answer>,
  parameters: CallerParameters<Taken> | null,
  depends: readonly unknown[] = [],
): Answered<Static<Answer>> {
  const { session } = useStaff();
  const [value, setValue] = useState<Static<Answer> | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const turn = useRef(0);
  const asked = JSON.stringify(parameters);
  const again = async (): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    if (parameters === null) return;
    const answer = await session.rest.call(endpoint, parameters);
    if (mine !== turn.current) return;
    setFailure(answer.ok ? null : answer.error);
    if (answer.ok) setValue(answer.value);
  };
  useEffect(() => setValue(null), [asked]);
  useEffect(() => {
    void again();
    return () => {
      turn.current += 1;
    };
  }, [session, asked, ...depends]);
  return { value, failure, again };
}
