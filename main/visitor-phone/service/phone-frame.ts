import { textFrame } from '../../rest/frame.ts';
import type { PhoneMessage } from '../contract/rest/phone-tickets.ts';

/** A message to phones, ready to be written. */
export function phoneFrame(message: PhoneMessage): Buffer {
  return textFrame(JSON.stringify(message));
}
