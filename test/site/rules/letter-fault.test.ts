import { describe, expect, it } from 'vitest';
import { sharedLetters } from '../../../main/site/contract/service-letters.ts';
import { letterFault } from '../../../main/site/rules/letter-fault.ts';

const service = (id: string, tag: string, location = 'hall') => ({ id, tag, location });

describe('a letter', () => {
  const services = [service('permits', 'A'), service('taxes', 'B'), service('elsewhere', 'C', 'annex')];

  it('is unique among the services of a location, in upper or lower case', () => {
    expect(letterFault(service('new', 'a'), services, undefined)).toContain('permits');
    expect(letterFault(service('new', 'C'), services, undefined)).toBeNull();
    expect(letterFault(service('taxes', 'A'), services, service('taxes', 'B'))).toContain('permits');
    expect(letterFault(service('elsewhere', 'A'), services, service('elsewhere', 'A', 'annex'))).toContain('permits');
  });

  it('that an older site uses twice is no fault until it is changed', () => {
    const twice = [...services, service('old', 'A')];
    expect(letterFault(service('old', 'A'), twice, service('old', 'A'))).toBeNull();
    expect(sharedLetters(twice).map((group) => group.map(({ id }) => id))).toEqual([['permits', 'old']]);
  });

  it('may be missing at one service of a place: two without would both begin with 001', () => {
    expect(letterFault(service('new', ''), services, undefined)).toBeNull();
    const bare = service('bare', '');
    expect(letterFault(service('new', ''), [...services, bare], undefined)).toContain(
      'bare of the same location has no letter',
    );
    expect(letterFault(service('taxes', ' '), [...services, bare], service('taxes', 'B'))).toContain(
      'no letter either',
    );
    expect(letterFault(service('elsewhere', '', 'annex'), [...services, bare], undefined)).toBeNull();
    expect(sharedLetters([bare, ...services, service('old', ' ')]).map((group) => group.map(({ id }) => id))).toEqual([
      ['bare', 'old'],
    ]);
    expect(letterFault(service('old', ''), [bare, service('old', '')], service('old', ''))).toBeNull();
  });
});
