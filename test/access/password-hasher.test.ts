/** Password hashes: current cost, and verification of hashes with other costs. */
import { describe, expect, it } from 'vitest';
import { createScryptHasher, scryptHasher } from '../../main/access/service/password-hasher.ts';

describe('scrypt', () => {
  it('accepts the correct password, and no other', async () => {
    const stored = await scryptHasher.hash('caf\u00e9 sesame');
    expect(stored).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    expect(await scryptHasher.hash('caf\u00e9 sesame')).not.toBe(stored);
    // The same characters in another Unicode form.
    expect(await scryptHasher.verify('cafe\u0301 sesame', stored)).toBe(true);
    expect(await scryptHasher.verify('cafe sesame', stored)).toBe(false);
    expect(await scryptHasher.verify('', stored)).toBe(false);
  });

  it('has a dummy hash for unknown users that takes as long and matches nothing', async () => {
    const [somebodys, nobodys] = [await scryptHasher.hash('open sesame'), scryptHasher.nobodys()];
    const shape = /^(scrypt\$\d+\$\d+\$\d+)\$([\w-]+)\$([\w-]+)$/;
    const [, cost, salt, key] = shape.exec(somebodys) ?? [];
    const like = [cost, expect.stringMatching(`^.{${salt?.length}}$`), expect.stringMatching(`^.{${key?.length}}$`)];
    expect(shape.exec(nobodys)?.slice(1)).toEqual(like);
    expect(scryptHasher.nobodys()).not.toBe(nobodys);
    expect(await scryptHasher.verify('', nobodys)).toBe(false);
  });

  it('can use a lower cost, and still accepts hashes of the usual cost', async () => {
    const cheap = createScryptHasher({ N: 512, r: 8, p: 1 });
    const stored = await cheap.hash('open sesame');
    expect([stored, cheap.nobodys()]).toEqual(Array(2).fill(expect.stringMatching(/^scrypt\$512\$8\$1\$/)));
    expect(await cheap.verify('open sesame', stored)).toBe(true);
    expect(await cheap.verify('open sesame', await scryptHasher.hash('open sesame'))).toBe(true);
  });

  it('accepts hashes of another cost', async () => {
    const stored = 'scrypt$16$1$1$c2FsdHNhbHRzYWx0c2FsdA$';
    const key = (await import('node:crypto')).scryptSync('old', Buffer.from('saltsaltsaltsalt'), 32, {
      N: 16,
      r: 1,
      p: 1,
    });
    expect(await scryptHasher.verify('old', stored + key.toString('base64url'))).toBe(true);
  });
});
