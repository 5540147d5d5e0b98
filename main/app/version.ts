import { readFileSync } from 'node:fs';
import { assetUrl } from '../lib/assets.ts';

export function programVersion(): string {
  return (JSON.parse(readFileSync(assetUrl('../package.json'), 'utf8')) as { version: string }).version;
}
