/** The newest hashes of the audit log are in the log of the program, so that a truncation can be shown. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkAudit, findAnchor } from '../../main/audit/rules/check-audit.ts';
import { startAuditAnchorClock } from '../../main/audit/service/audit-anchor-job.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openTown } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

/** Tells of each question once the store has answered it. */
function countingQuery({ query }: Store, tell: (query: string) => void): Store['query'] {
  return async (...asked) => {
    const answer = await query(...asked);
    tell(asked[0]);
    return answer;
  };
}

it('logs the newest entry of each part at the start, and changed ones once a day', async () => {
  const town = await openTown({ site: townSite() });
  onTestFinished(() => town.close());
  const anchors: { part: string; seq: number; hash: string }[] = [];
  const note = (event: string, data: object = {}): void => {
    if (event === 'audit.anchor-recorded') anchors.push(data as (typeof anchors)[number]);
  };
  const { store, clock } = town;
  let answered = 0;
  const counting = { peers: store.peers, query: countingQuery(store, () => (answered += 1)) };
  const anchorClock = startAuditAnchorClock({ store: counting, clock, log: { info: note, warn() {}, error() {} } });
  onTestFinished(() => anchorClock.close());
  await vi.waitFor(() => expect(anchors).toHaveLength(1));
  const [head] = (await checkAudit(store)).heads;
  expect(anchors[0]).toEqual({ part: 'changes', seq: head?.headSeq, hash: head?.headHash });
  expect(await findAnchor(store, anchors[0]!)).toBe('good');
  expect(await findAnchor(store, { ...anchors[0]!, hash: 'ff' })).toBe('missing');

  clock.advance(86_400_000);
  await vi.waitFor(() => expect(answered).toBe(2));
  const item = { collection: 'desks', id: 'desk-9', body: JSON.stringify({ id: 'desk-9', name: 'Nine' }) } as const;
  await store.writeSite({ put: [item], remove: [], by: { kind: 'user', id: 'ana' } });
  expect(anchors).toHaveLength(1);
  clock.advance(86_400_000);
  await vi.waitFor(() => expect(anchors).toHaveLength(2));
  expect(anchors[1]?.seq).toBe((anchors[0]?.seq ?? 0) + 1);
});

it('reads the anchors of all parts by one query', async () => {
  const town = await openTown({ site: townSite() });
  onTestFinished(() => town.close());
  const { store, clock } = town;
  for (let device = 0; device < 30; device += 1) {
    const by = { kind: 'device', id: `kiosk-${device}` } as const;
    const asked = { deviceId: by.id, deviceName: 'Kiosk', action: 'test-print', ticket: '', message: {}, by } as const;
    expect((await store.run('askDevice', asked, { now: clock.now() })).ok).toBe(true);
  }
  const asked: string[] = [];
  const parts = new Set<string>();
  const counting = {
    peers: store.peers,
    query: countingQuery(store, (query) => asked.push(query)),
  };
  const note = (event: string, data: object = {}): void => {
    if (event === 'audit.anchor-recorded') parts.add((data as { part: string }).part);
  };
  const anchorClock = startAuditAnchorClock({ store: counting, clock, log: { info: note, warn() {}, error() {} } });
  onTestFinished(() => anchorClock.close());
  await vi.waitFor(() => expect(parts.size).toBe(31));
  expect(asked).toEqual(['auditHeads']);
});
