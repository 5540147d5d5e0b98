/** REST schemas of undo in the back office (extension). */
import Type from 'typebox';
import { described, requiredId } from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';

export const UndoChangeParameters = Type.Object({
  change_id: described(
    requiredId,
    'Id of the change: the header `Undoable-Change` of its response, or `change_id` in the audit log.',
  ),
});

export const UndoChangeAnswer = Type.Object({
  success,
  count: Type.Integer({ description: 'Number of restored items.' }),
  lacks_secrets: Type.Boolean({
    description: 'Whether restored items lack their password, PIN or key, which are never kept.',
  }),
});

export const UndoableChangesAnswer = Type.Object({
  success,
  /** Newest first. */
  changes: Type.Array(
    Type.Object({
      change_id: text,
      /** ISO instant. */
      at: text,
      /** Whether it is the caller's own change. */
      own: flag,
      /** Number of changed items. */
      count: integer,
    }),
  ),
});
