/** Bulk edits. */

import type { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type {
  BulkEditParameters,
  ChangeThingAnswer,
  ChangeThingParameters,
  CopyBranchParameters,
  ImportTableParameters,
  LikeModelParameters,
  ManyAnswer,
  OrderParameters,
} from './rest/bulk-edit.ts';

export const BULK_EDIT = endpoint<typeof BulkEditParameters, typeof ManyAnswer>('POST v2/admin/bulk_edit');
export const IMPORT_TABLE = endpoint<typeof ImportTableParameters, typeof ManyAnswer>('POST v2/admin/import_table');
export const SET_ORDER = endpoint<typeof OrderParameters, typeof DoneAnswer>('POST v2/admin/order');
export const COPY_BRANCH = endpoint<typeof CopyBranchParameters, typeof ManyAnswer>('POST v2/admin/copy_branch');
export const RESET_TO_MODEL = endpoint<typeof LikeModelParameters, typeof ManyAnswer>('POST v2/admin/like_model');
export const CHANGE_THING = endpoint<typeof ChangeThingParameters, typeof ChangeThingAnswer>(
  'POST v2/admin/change_thing',
);
