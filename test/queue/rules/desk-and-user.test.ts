/** The desk and user that a ticket names, in every state. */
import { describe, expect, it } from 'vitest';
import { TICKET_STATE } from '../../../main/queue/contract/records.ts';
import { deskAndUser } from '../../../main/queue/rules/desk-and-user.ts';

const addressee = { dstDeskId: 'desk-1', dstUserId: 'ana' };
const call = { deskId: 'desk-2', userId: 'rui' };
const ofCall = { dstDeskId: 'desk-2', dstUserId: 'rui' };

describe.each(Object.entries(TICKET_STATE))('a ticket that is %s', (name, state) => {
  it('names its addressee before the first call', () => {
    expect(deskAndUser({ ...addressee, state }, null)).toEqual(addressee);
  });

  it(`names ${name === 'waiting' ? 'its addressee' : 'desk and user of its newest call'} after a call`, () => {
    expect(deskAndUser({ ...addressee, state }, call)).toEqual(name === 'waiting' ? addressee : ofCall);
  });
});
