/** Notices about changes of the site, each with its undo. */
import { ERRNO } from '../../../main/lib/result.ts';
import { UNDO_CHANGE } from '../../../main/site/contract/endpoints.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { faultPlace } from '../failures/fault-place.ts';
import { useAdmin } from '../model/admin.ts';
import { takeChange } from '../model/last-change.ts';
import { serverFaults } from '../model/server-faults.ts';
import { faultText } from '../parts/fault-text.ts';
import type { Restore } from './appointment-undo.ts';

/** A site import is undone in one request. */
const TIMEOUT_MS = 60_000;
/** Values that a notice names. */
const MAX_NAMED = 3;

export interface Undo {
  /**
   * Reports a change that was just made, and offers its undo.
   * @param restore undo of a change that the server does not keep
   */
  tell(text: string, restore?: Restore): void;
  /** Undoes a change, and reports the result. */
  undo(changeId: string): Promise<void>;
}

export function useUndo(): Undo {
  const { t, notices, session, site, language } = useAdmin();

  const tell = (text: string, restore?: Restore): void => {
    const changeId = takeChange();
    if (changeId === '' && restore === undefined) {
      notices.tell('good', text);
      return;
    }
    const run = (): void => {
      for (const { id, text: shown } of notices.shown.value) if (shown === text) notices.dismiss(id);
      void (restore === undefined ? undo(changeId) : restoreOne(restore));
    };
    notices.tell('good', text, <Button onClick={run}>{t('undo.do')}</Button>);
  };

  const restoreOne = async (restore: Restore): Promise<void> => {
    const answer = await restore();
    await site.reload();
    if (answer.ok) notices.tell('good', t('undo.done', { number: 1 }));
    else notices.tell('fault', refusalText(answer.error));
  };

  const undo = async (changeId: string): Promise<void> => {
    const answer = await session.rest.call(UNDO_CHANGE, { change_id: changeId }, { timeoutMs: TIMEOUT_MS });
    await site.reload();
    if (!answer.ok) {
      notices.tell('fault', refusalText(answer.error));
      return;
    }
    const done = t('undo.done', { number: answer.value.count });
    tell(answer.value.lacks_secrets ? `${done} ${t('undo.secrets')}` : done);
  };

  const refusalText = (error: RestFailure): string => {
    if (error.kind !== 'refused') return failureText(t, error);
    if (error.errno === ERRNO.notFound) return t('undo.gone');
    if (error.faults.length === 0) {
      return error.errno === ERRNO.cannotConclude ? t('undo.refused') : failureText(t, error);
    }
    const wording = { t, language: language.id.value, file: site.file.value, kinds: [] };
    const faults = serverFaults(error.faults);
    const named = faults.slice(0, MAX_NAMED).map((fault) => {
      const place = faultPlace(wording, fault.path, null);
      if (place === '') return faultText(t, fault);
      // A message that the page does not know is in English.
      return fault.words === undefined ? `${place}${t('shared.colon')}${faultText(t, fault)}` : place;
    });
    const more = faults.length > MAX_NAMED ? [`+ ${faults.length - MAX_NAMED}`] : [];
    return [t('undo.refused'), ...named, ...more].join('\n');
  };

  return { tell, undo };
}
