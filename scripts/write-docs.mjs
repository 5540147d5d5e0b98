// npm run docs:generate: writes the generated parts of docs/. With --check it only names pages that are not up to date.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEMO_HELP } from '../demo/flags.ts';
import { ERROR_CATALOGUE } from '../main/lib/error-catalogue.ts';
import { EVENT_GROUPS } from '../main/lib/logging/events.ts';
import { FIELDS } from '../main/lib/logging/fields.ts';
import { CONFORMANCE_HELP, DATABASE_HELP, PRINTER_HELP, READER_HELP } from '../main/lib/settings/command-help.ts';
import { SERVER_HELP } from '../main/lib/settings/server-help.ts';
import { openApiDocument } from '../main/rest/openapi/document.ts';
import { operationsOf } from '../main/server/operations.ts';
import { siteJsonSchema } from '../main/site/rules/site-json-schema.ts';
import { conformanceReport } from './docs/conformance-report.mjs';
import { evidenceTables } from './docs/evidence.mjs';
import { commandOptions, serverOptions } from './docs/flags.mjs';
import { logEventTables, logFieldTable } from './docs/log-events.mjs';
import { metricTable } from './docs/metrics.mjs';
import { operationTables } from './docs/operations.mjs';
import { fieldTable } from './docs/site-fields.mjs';

const ROOT = resolve(import.meta.dirname, '..');
/** A part of a page: everything between the two comments is written by this script. */
const BLOCK = /(<!-- generated: ([\w.-]+) -->\n)[\s\S]*?(<!-- end of generated part -->)/g;

const plain = (value) => JSON.parse(JSON.stringify(value));

function errorTable() {
  const rows = Object.entries(ERROR_CATALOGUE).map(
    ([code, { errno, status, sentence, cause, cure }]) =>
      `| \`${code}\` | ${errno} | ${status} | ${sentence} | ${cause} | ${cure} |`,
  );
  return ['| code | errno | HTTP | sentence | cause | cure |', '|---|---|---|---|---|---|', ...rows].join('\n');
}

function textOf(name) {
  const [kind, part] = name.split(/\.(.*)/);
  switch (kind) {
    case 'conformance':
      return conformanceReport(ROOT, part);
    case 'errors':
      return errorTable();
    case 'evidence':
      return evidenceTables(ROOT, part);
    case 'flags':
      return serverOptions(SERVER_HELP);
    case 'commands':
      return commandOptions({
        'Backup and data migration': DATABASE_HELP,
        Printer: PRINTER_HELP,
        'Card reader': READER_HELP,
        Conformance: CONFORMANCE_HELP,
        Demo: DEMO_HELP,
      });
    case 'log':
      return part === 'fields' ? logFieldTable(FIELDS) : logEventTables(EVENT_GROUPS);
    case 'metrics':
      return metricTable(ROOT);
    case 'operations':
      return operationTables(plain(openApiDocument(operationsOf({}))));
    case 'site':
      return fieldTable(plain(siteJsonSchema()), part);
    default:
      throw new Error(`no generator for ${name}`);
  }
}

const checks = process.argv.includes('--check');
const stale = globSync('docs/**/*.md', { cwd: ROOT }).filter((page) => {
  const file = join(ROOT, page);
  const old = readFileSync(file, 'utf8');
  const fresh = old.replaceAll(BLOCK, (_all, begin, name, end) => `${begin}\n${textOf(name)}\n\n${end}`);
  if (fresh !== old && !checks) writeFileSync(file, fresh);
  return fresh !== old;
});
if (stale.length > 0) process.stderr.write(`${checks ? 'not up to date' : 'written'}: ${stale.join(', ')}\n`);
if (checks && stale.length > 0) process.exitCode = 1;
