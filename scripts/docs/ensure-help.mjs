// Builds the documentation site before a package is made, if it is not that of the sources.
import { join } from 'node:path';
import { ROOT, runQuietly, say } from '../lib/basics.mjs';
import { whileAlone } from '../lib/prepare.mjs';
import { lookAtHelp } from './help-state.mjs';

/** What `/help/` of a package shows if the site cannot be built. */
const INSTEAD = {
  missing: '/help/ responds 404: they contain no help pages',
  outdated: '/help/ shows the pages of an earlier build',
};

/**
 * One line for a site that is not that of the sources.
 *
 * @param {'missing' | 'outdated'} kind
 * @param {string} reason
 */
export function helpNotice(kind, reason) {
  return `Documentation site: ${reason}. In the packages, ${INSTEAD[kind]}.`;
}

/**
 * @param {string} node
 * @param {{ look?: () => { kind: string }, build?: () => Promise<void>, tell?: (line: string) => void }} [parts]
 * @throws if the build is interrupted
 */
export async function ensureHelp(
  node,
  { look = () => lookAtHelp(ROOT), build = () => buildHelp(node), tell = say } = {},
) {
  if (look().kind === 'current') return;
  try {
    await build();
  } catch (error) {
    if (error.brokenOff) throw error;
    const { kind } = look();
    if (kind !== 'current') tell(helpNotice(kind, error.message));
  }
}

function buildHelp(node) {
  return whileAlone(async () => {
    if (lookAtHelp(ROOT).kind === 'current') return;
    say('Building the documentation site …');
    await runQuietly('not built', node, [join(ROOT, 'scripts/build-help.mjs')], { inOneLine: true });
  });
}
