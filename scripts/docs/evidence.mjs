// Tables of the security evidence, from the data file that test/docs/security.test.ts checks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const HEADS = {
  ASVS: ['requirement', 'topic', 'implementation', 'evidence'],
  API: ['risk', 'meaning', 'mitigation', 'evidence'],
  Electron: ['point', 'recommendation', 'implementation', 'evidence'],
  attacks: ['id', 'attack', 'mitigation', 'evidence'],
  features: ['feature', 'threat', 'mitigation', 'evidence'],
  faults: ['id', 'fault', 'behaviour', 'evidence'],
};

function table(name, rows) {
  const lines = [HEADS[name], ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.toSpliced(1, 0, '|---|---|---|---|').join('\n');
}

export function evidenceTables(root, name) {
  const evidence = JSON.parse(readFileSync(join(root, 'test/docs/security-evidence.json'), 'utf8'));
  const rows = evidence[name];
  if (Array.isArray(rows)) return table(name, rows);
  return Object.entries(rows)
    .map(([chapter, lines]) => `### ${chapter}\n\n${table(name, lines)}`)
    .join('\n\n');
}
