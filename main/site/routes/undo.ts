/** REST operations that undo site changes (extension). */

import { siteEditor } from '../../access/service/caller.ts';
import type { GuessLimits } from '../../access/service/guess-limits.ts';
import { NoParameters } from '../../forms/contract/rest/forms.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { cardGuess, ofBranch, seesAll, usernameGuess } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { LIST_UNDOABLE_CHANGES, UNDO_CHANGE } from '../contract/endpoints.ts';
import { UndoableChangesAnswer, UndoChangeAnswer, UndoChangeParameters } from '../contract/rest/undo.ts';
import type { SiteHolder } from '../service/site-holder.ts';
import { undoChange } from '../service/undo-change.ts';

interface UndoServices {
  readonly guesses: GuessLimits;
  readonly ownDevices: readonly string[];
  readonly sites: SiteHolder;
}

const list = operation({
  name: 'admin_undoable_changes',
  area: 'admin',
  summary:
    'The last changes of the site that can be undone, newest first, for a week; of all users, or the own ones of a user with some locations.',
  endpoint: LIST_UNDOABLE_CHANGES,
  ...ofBranch,
  parameters: NoParameters,
  answer: UndoableChangesAnswer,
  async handle(_parameters, context) {
    const { id, kind } = siteEditor(context);
    const kept = await context.store.query('siteUndos', { now: context.now });
    const changes = kept.map(({ changeId, at, by, count }) => ({
      change_id: changeId,
      at: new Date(at).toISOString(),
      own: by.kind === kind && by.id === id,
      count,
    }));
    return ok({ success: true, changes: seesAll(context) ? changes : changes.filter(({ own }) => own) });
  },
});

const undo = ({ guesses, ownDevices, sites }: UndoServices) =>
  operation({
    name: 'admin_undo',
    area: 'admin',
    summary:
      'Restores the values before a change of the site, however many items it had, unless one of them has changed since. The undo is a change itself, and can be undone.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    isHeavy: true,
    endpoint: UNDO_CHANGE,
    ...ofBranch,
    parameters: UndoChangeParameters,
    answer: UndoChangeAnswer,
    async handle({ change_id }, context) {
      const asked = { ...context, guesses, sites };
      const done = await undoChange(change_id, siteEditor(context), {
        sites,
        store: context.store,
        ownDevices,
        now: context.now,
        guess(items) {
          for (const { part, was, is } of items) {
            if (is === undefined) continue;
            const refusal =
              part === 'devices' && was?.code !== is.code
                ? cardGuess(asked, { code: is.code })
                : part === 'users' && was?.username !== is.username
                  ? usernameGuess(asked, { username: is.username })
                  : null;
            if (refusal !== null) return refusal;
          }
          return null;
        },
      });
      if (!done.ok) return done;
      return ok({ success: true, count: done.value.count, lacks_secrets: done.value.lacksSecrets });
    },
  });

export const undoOperations = (services: UndoServices): readonly Operation[] => [list, undo(services)];
