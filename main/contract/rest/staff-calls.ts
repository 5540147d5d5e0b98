/** Ours: staff who are called by visitors at a kiosk. */
import Type, { type Static } from 'typebox';
import { requiredId } from './parameters.ts';
import { flag, success, text } from './shapes.ts';

export const AnswerStaffCallParameters = Type.Object({
  desk_id: requiredId,
  user_id: requiredId,
  /** The kiosk at which somebody asks. */
  device_id: requiredId,
});

export const AnswerStaffCallAnswer = Type.Object({
  success,
  /** False: somebody else had said so before, and comes. */
  own: flag,
  /** Who comes. Staff only. */
  user_name: text,
});
export type AnswerStaffCallAnswer = Static<typeof AnswerStaffCallAnswer>;
