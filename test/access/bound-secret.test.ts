/** Secrets bound to a destination. */
import { describe, expect, it } from 'vitest';
import { boundSecret, secretFor, webhookDestination } from '../../main/access/service/bound-secret.ts';

const HERE = webhookDestination({ url: 'https://one.example.org/hook' });
const ELSEWHERE = webhookDestination({ url: 'https://two.example.org/hook' });

describe('a secret', () => {
  it('is empty at another destination', () => {
    const kept = boundSecret('to:x:a secret\nof two lines', HERE);
    expect(secretFor(kept, HERE)).toBe('to:x:a secret\nof two lines');
    expect(secretFor(kept, ELSEWHERE)).toBe('');
  });

  it('of an earlier version is unchanged, and an empty one stays empty', () => {
    expect(secretFor('kept before', HERE)).toBe('kept before');
    expect([boundSecret('', HERE), secretFor('', HERE)]).toEqual(['', '']);
  });
});
