/**
 * REST operations for the overview of locations, current and over time (extension). Limited to the caller's locations.
 */

import { setImmediate } from 'node:timers/promises';
import type { Refusal } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { daysBefore } from '../../queue/rules/day/calendar.ts';
import { daysBetween } from '../../queue/rules/day/period.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import { COMPARE_BRANCHES, LIST_BRANCHES } from '../contract/endpoints.ts';
import { MAX_COMPARED } from '../contract/report-document.ts';
import {
  BranchesAnswer,
  BranchesParameters,
  type ComparedBranch,
  ComparisonAnswer,
  ComparisonParameters,
} from '../contract/rest/branches.ts';
import type { PeriodData } from '../contract/rest/reports.ts';
import { branchState } from '../rules/branches.ts';
import type { BranchBoard } from '../service/branch-board.ts';
import { readPeriod, readSpan } from '../service/read-period.ts';

const rule = { roles: ['reports_view'], jsonOnly: true, takesLong: true } as const;
const seconds = (milliseconds: number): number => Math.round(milliseconds / 1000);

interface BranchServices {
  readonly branchBoard: BranchBoard;
}

const branches = ({ branchBoard }: BranchServices) =>
  operation({
    name: 'report_locations',
    area: 'reports',
    summary:
      'Current figures of all locations of the caller, the worst first. The figures are updated every five seconds.',
    speaks: true,
    endpoint: LIST_BRANCHES,
    ...rule,
    parameters: BranchesParameters,
    answer: BranchesAnswer,
    async handle({ closed }, { site, languages }) {
      const { at, branches: all } = await branchBoard.read();
      const lang = languages[0] ?? site.settings.default_lang;
      const seen = all.flatMap((branch) => {
        const location = site.location(branch.locationId);
        if (location === undefined || (location.state !== 1 && !closed)) return [];
        const { waiting, longestMs, averageWaitSeconds, serving, alarms } = branch;
        return [
          {
            id: location.id,
            name: site.locationName(location, lang),
            city: location.city,
            region: location.region,
            timezone: location.timezone,
            state: branchState(branch),
            waiting,
            longest_wait: seconds(longestMs),
            average_wait: averageWaitSeconds ?? -1,
            serving,
            alarms,
            desks: site.desksOf(location.id).filter(({ state }) => state === 1).length,
          },
        ];
      });
      return ok({ success: true, at: new Date(at).toISOString(), branches: seen });
    },
  });

const comparison = operation({
  name: 'report_comparison',
  area: 'reports',
  summary:
    'Comparison of locations over some days, each with the same number of days before. At most 25 in one request.',
  errnos: [ERRNO.notFound],
  speaks: true,
  endpoint: COMPARE_BRANCHES,
  ...rule,
  parameters: ComparisonParameters,
  answer: ComparisonAnswer,
  async handle({ locations, from, to }, context) {
    const { site } = context;
    const ids = locations.length === 0 ? site.locations.map(({ id }) => id) : [...new Set(locations)];
    if (ids.length > MAX_COMPARED) {
      const error = `A request can compare at most ${MAX_COMPARED} locations.`;
      return fail({ errno: ERRNO.invalidParameters, error, parameter: 'locations' });
    }
    const compared: ComparedBranch[] = [];
    for (const id of ids) {
      const branch = await compare(id, { from, to }, context);
      if (!branch.ok) return branch;
      compared.push(branch.value);
      // Each may read a month of tickets.
      await setImmediate();
      if (context.isGone()) break;
    }
    return ok({ success: true, branches: compared });
  },
});

async function compare(
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
  context: RequestContext,
): Promise<Result<ComparedBranch, Refusal>> {
  const now = await readDays(id, { from, to }, context);
  if (!now.ok) return now;
  const length = daysBetween(now.value.from, now.value.to).length;
  const days = { from: daysBefore(now.value.from, length), to: daysBefore(now.value.from, 1) };
  const before = await readDays(id, days, context);
  if (!before.ok) return before;
  const location = context.site.location(id);
  return ok({
    id,
    name: location === undefined ? '' : context.site.locationName(location, context.languages[0] ?? ''),
    from: now.value.from,
    to: now.value.to,
    now: totals(now.value),
    before_from: days.from,
    before_to: days.to,
    before: totals(before.value),
  });
}

async function readDays(
  location: string,
  days: { readonly from: string; readonly to: string },
  context: RequestContext,
): Promise<Result<PeriodData, Refusal>> {
  const asked = await readSpan({ location, ...days, services: [], desks: [], users: [] }, context);
  if (asked.ok) return readPeriod(asked.value, context);
  const { parameter, ...refusal } = asked.error;
  return fail({ ...refusal, parameter: parameter === 'location' ? 'locations' : (parameter ?? 'locations') });
}

function totals({ total: { issued, served, no_shows, in_time, waiting, service } }: PeriodData): ComparedBranch['now'] {
  return {
    issued,
    served,
    no_shows,
    in_time,
    waiting_count: waiting.count,
    waiting_mean: waiting.mean,
    waiting_p90: waiting.p90,
    service_mean: service.mean,
  };
}

export const branchOperations = (services: BranchServices): readonly Operation[] => [branches(services), comparison];
