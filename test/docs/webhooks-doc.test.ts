/** The examples of docs/reference/webhooks.md check what the server signs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DELIVERY_FAULTS, WEBHOOK_EVENTS, WEBHOOK_STATES } from '../../main/webhooks/contract/webhooks.ts';
import { signature } from '../../main/webhooks/service/webhook-body.ts';

const handbook = readFileSync(new URL('../../docs/reference/webhooks.md', import.meta.url), 'utf8');
const example = (language: string): string => handbook.split(`\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? '';

const folder = mkdtempSync(join(tmpdir(), 'webhooks-doc-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = 'ein Geheimnis für Webhooks';
const SECONDS = 1_773_044_130;
const BODY = '{"id":"1","type":"ticket.called","label":"Å043"}';
const HEADER = signature(SECRET, SECONDS, BODY);

const CASES: readonly (readonly [string, string, string, string, number, boolean])[] = [
  ['the message as it was sent', SECRET, HEADER, BODY, SECONDS + 299, true],
  ['another body', SECRET, HEADER, BODY.replace('043', '044'), SECONDS, false],
  ['another secret', `${SECRET}s`, HEADER, BODY, SECONDS, false],
  ['another time', SECRET, HEADER.replace('t=1', 't=2'), BODY, SECONDS, false],
  ['an old message', SECRET, HEADER, BODY, SECONDS + 301, false],
  ['no signature', SECRET, `t=${SECONDS}`, BODY, SECONDS, false],
  ['no header', SECRET, '', BODY, SECONDS, false],
];

function answerOf(command: string, file: string, source: string): string {
  writeFileSync(join(folder, file), source);
  const run = spawnSync(command, [join(folder, file)], { encoding: 'utf8' });
  if (run.error !== undefined || run.status !== 0) throw new Error(run.stderr || String(run.error));
  return run.stdout.trim();
}

describe('the examples', () => {
  it.each(CASES)('in Node.js judge %s', (_name, secret, header, body, now, good) => {
    const call = `isGenuine(${JSON.stringify(secret)}, ${JSON.stringify(header)}, Buffer.from(${JSON.stringify(body)}), ${now})`;
    expect(answerOf(process.execPath, 'example.mjs', `${example('js')}\nconsole.log(${call});\n`)).toBe(String(good));
  });

  const python = spawnSync('python3', ['--version']).status === 0;
  it.runIf(python).each(CASES)('in Python judge %s', (_name, secret, header, body, now, good) => {
    const call = `is_genuine(${JSON.stringify(secret)}, ${JSON.stringify(header)}, ${JSON.stringify(body)}.encode(), ${now})`;
    const source = `${example('python')}\n\nprint(str(${call}).lower())\n`;
    expect(answerOf('python3', 'example.py', source)).toBe(String(good));
  });
});

it('names every event, state and fault', () => {
  for (const word of [...WEBHOOK_EVENTS, ...WEBHOOK_STATES, ...DELIVERY_FAULTS.slice(1)]) {
    expect(handbook).toContain(`\`${word}\``);
  }
});
