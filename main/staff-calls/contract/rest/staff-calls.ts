/** REST schemas of staff calls from a kiosk (extension). */
import Type, { type Static } from 'typebox';
import { deskId, deviceId, userId } from '../../../rest/contract/parameters.ts';
import { flag, success, text } from '../../../rest/contract/shapes.ts';

export const AnswerStaffCallParameters = Type.Object({
  desk_id: deskId,
  user_id: userId,
  /** The kiosk of the call. */
  device_id: deviceId,
});

export const AnswerStaffCallAnswer = Type.Object({
  success,
  /** False: another clerk had accepted before. */
  own: flag,
  /** The clerk who accepted. Staff only. */
  user_name: text,
});
export type AnswerStaffCallAnswer = Static<typeof AnswerStaffCallAnswer>;
