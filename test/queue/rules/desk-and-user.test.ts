/** Desk and user of a ticket, in every state. */
import { describe, expect, it } from 'vitest';
import { TICKET_STATE } from '../../../main/queue/contract/records.ts';
import { deskAndUser } from '../../../main/queue/rules/desk-and-user.ts';

const addressee = { dstDeskId: 'desk-1', dstUserId: 'ana' };
const call = { deskId: 'desk-2', userId: 'rui' };
const ofCall = { dstDeskId: 'desk-2', dstUserId: 'rui' };

describe.each(Object.entries(TICKET_STATE))('a ticket in state %s', (name, state) => {
  it('has the desk and user that it was issued for, before the first call', () => {
    expect(deskAndUser({ ...addressee, state }, null)).toEqual(addressee);
  });

  it(`has the desk and user ${name === 'waiting' ? 'that it was issued for' : 'of its latest call'}, after a call`, () => {
    expect(deskAndUser({ ...addressee, state }, call)).toEqual(name === 'waiting' ? addressee : ofCall);
  });
});
