/**
 * Reasons of breaks, by site or default.
 */
import { serverText } from '../../lib/server-texts.ts';
import type { Site } from './site-model.ts';

export const USUAL_REASONS = ['short', 'lunch', 'meeting', 'work'] as const;

export interface NamedReason {
  readonly id: string;
  readonly name: string;
}

export function breakReasons(site: Site, lang: string, locationId: string): readonly NamedReason[] {
  const own = site.settings.break_reasons;
  if (own.length > 0)
    return own.map((reason) => ({ id: reason.id, name: site.breakReasonName(reason, lang, locationId) }));
  return USUAL_REASONS.map((id) => ({ id, name: serverText(lang, 'report', `break_${id}`) }));
}

/** Whether a site, or the default, has a reason with this id. */
export function isBreakReason(site: Site, id: string): boolean {
  const own = site.settings.break_reasons;
  return own.length > 0 ? own.some((reason) => reason.id === id) : USUAL_REASONS.some((usual) => usual === id);
}
