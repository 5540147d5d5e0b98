import { describe, expect, it } from 'vitest';
import { readKeyMap } from '../../main/kiosk/contract/kiosk-access.ts';
import { parseSite } from '../../main/site/rules/site.ts';

const siteWith = (keys: string) =>
  parseSite({ locations: [{ id: 'hall', name: 'Hall' }], devices: [{ id: 'kiosk-1', name: 'Kiosk', keys }] });

describe('the keys of a kiosk', () => {
  it('do what the house has set, and the usual beside it', () => {
    const { own, usual } = readKeyMap('F13=next, Numpad5 = choose ,F1=back');
    expect([...own]).toEqual([
      ['F13', 'next'],
      ['Numpad5', 'choose'],
      ['F1', 'back'],
    ]);
    expect(usual.get('F2')).toBe('repeat');
    // What has a deed of the house has no other.
    expect(usual.has('F1')).toBe(false);
    expect(readKeyMap('').own.size).toBe(0);
  });

  it.each(['F13', 'F13=jump', 'KeyA=next', 'Digit1=next', 'F13=next F14=previous', '=next'])(
    'are refused as %s, at the border of the site',
    (keys) => {
      expect(siteWith(keys).ok).toBe(false);
      expect(readKeyMap(keys).own.size).toBe(0);
    },
  );

  it('are taken by the site as they are read', () => {
    expect(siteWith('F13=next, F14=previous,').ok).toBe(true);
  });
});
