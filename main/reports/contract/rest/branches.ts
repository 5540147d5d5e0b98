/** REST schemas of the overview and comparison of locations (extension). */
import Type, { type Static } from 'typebox';
import { described, FIRST_DAY, LAST_DAY, locationIds, omittable } from '../../../rest/contract/parameters.ts';
import { integer, success, text } from '../../../rest/contract/shapes.ts';

const BranchSchema = Type.Object({
  id: text,
  name: text,
  city: text,
  region: text,
  timezone: text,
  state: Type.Enum(['unserved', 'long', 'busy', 'quiet'], {
    description:
      'unserved: a visitor has waited for five minutes, and no desk is serving; long: a visitor has waited for half an hour; busy; quiet: no visitors.',
  }),
  waiting: integer,
  longest_wait: Type.Integer({ description: 'Seconds; 0 without waiting visitors.' }),
  average_wait: Type.Integer({ description: 'Seconds, of the last calls today; -1 before the first.' }),
  serving: Type.Integer({ description: 'Desks that are serving a visitor.' }),
  desks: Type.Integer({ description: 'Desks in use.' }),
  alarms: Type.Integer({ description: 'Number of active queue alerts.' }),
});

export const BranchesParameters = Type.Object({
  closed: described(
    omittable(Type.Boolean({ default: false })),
    'Whether to return the locations that are switched off too.',
  ),
});

export const BranchesAnswer = Type.Object({
  success,
  at: Type.String({ description: 'Time of the figures, ISO 8601 in UTC; at most five seconds ago.' }),
  branches: Type.Array(BranchSchema, { description: 'Locations, most urgent first.' }),
});

const optionalDay = omittable(Type.String({ maxLength: 10, default: '' }));

export const ComparisonParameters = Type.Object({
  locations: locationIds,
  from: described(optionalDay, FIRST_DAY),
  to: described(optionalDay, LAST_DAY),
});

const totals = {
  issued: integer,
  served: integer,
  no_shows: integer,
  in_time: Type.Integer({ description: 'Calls with a known wait of at most the target of the location.' }),
  waiting_count: integer,
  waiting_mean: integer,
  waiting_p90: integer,
  service_mean: integer,
};

export const ComparisonAnswer = Type.Object({
  success,
  branches: Type.Array(
    Type.Object({
      id: text,
      name: text,
      from: text,
      to: text,
      now: Type.Object(totals),
      before_from: Type.String({ description: 'The same number of days before.' }),
      before_to: text,
      before: Type.Object(totals),
    }),
  ),
});

export type BranchesAnswer = Static<typeof BranchesAnswer>;
export type BranchView = Static<typeof BranchSchema>;
export type ComparisonAnswer = Static<typeof ComparisonAnswer>;
export type ComparedBranch = ComparisonAnswer['branches'][number];
