/** Schema errors with the terms and paths of a site file. */
import type { ErrorObject } from 'ajv';
import { ID_PATTERN } from '../site/contract/site.ts';

export function shapeFaults(errors: readonly ErrorObject[]): readonly string[] {
  return errors.map((error) => `${faultPath(error)}: ${faultText(error)}`);
}

/** `/services/3/tag` in readable form: `services[3].tag`. */
function faultPath(error: ErrorObject): string {
  const params: Record<string, unknown> = error.params;
  const inner = error.keyword === 'additionalProperties' ? params.additionalProperty : params.missingProperty;
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .concat(typeof inner === 'string' ? [inner] : [])
    .reduce((text, part) => (/^\d+$/.test(part) ? `${text}[${part}]` : `${text}.${part}`), '');
  return path.replace(/^\./, '') || '(file)';
}

function faultText(error: ErrorObject): string {
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'additionalProperties':
      return 'is not a field of the site file';
    case 'required':
      return 'is missing';
    case 'enum':
      return `must be one of ${JSON.stringify(params.allowedValues)}`;
    case 'pattern':
      return params.pattern === ID_PATTERN
        ? 'must not contain spaces, "/", "?", "#" or control characters'
        : 'has an invalid format';
    default:
      return error.message ?? 'is not valid';
  }
}
