/**
 * Validation of connections to other systems.
 *
 * Webhooks, and keys to its reports.
 */
import type { SlicedWork } from '../../../lib/steps.ts';
import { parseWallTime } from '../../../lib/zone.ts';
import { webhookUrlFault } from '../../../webhooks/rules/webhook-url.ts';
import type { SiteCheck } from './site-check.ts';

export function* tellConnectionFaults({ site, references, pathOf, tell }: SiteCheck): SlicedWork<void> {
  for (const webhook of site.webhooks) {
    const path = pathOf('webhooks', webhook);
    const fault = webhookUrlFault(webhook.url);
    if (fault !== null) tell(`${path}.url: ${fault}`);
    references.ofItem(path, 'webhooks', webhook);
    yield;
  }
  for (const key of site.report_keys) {
    const path = pathOf('report_keys', key);
    references.ofItem(path, 'report_keys', key);
    const { valid_until: day } = key;
    if (day !== '' && parseWallTime(`${day} 00:00:00`, 'UTC') === null) {
      tell(`${path}.valid_until: there is no such day`);
    }
    yield;
  }
}
