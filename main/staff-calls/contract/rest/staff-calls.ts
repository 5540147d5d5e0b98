/** Ours: staff who are called by visitors at a kiosk. */
import Type, { type Static } from 'typebox';
import { deskId, deviceId, userId } from '../../../rest/contract/parameters.ts';
import { flag, success, text } from '../../../rest/contract/shapes.ts';

export const AnswerStaffCallParameters = Type.Object({
  desk_id: deskId,
  user_id: userId,
  /** The kiosk at which somebody asks. */
  device_id: deviceId,
});

export const AnswerStaffCallAnswer = Type.Object({
  success,
  /** False: somebody else had said so before, and comes. */
  own: flag,
  /** Who comes. Staff only. */
  user_name: text,
});
export type AnswerStaffCallAnswer = Static<typeof AnswerStaffCallAnswer>;
