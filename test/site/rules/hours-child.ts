/** Asks of each schedule in its arguments whether it is open, when that changes, and for its week; a line of JSON each. */
import { isOpen, nextChange, scheduleFault } from '../../../main/site/rules/opening-hours.ts';
import { openDays } from '../../../main/site/rules/opening-week.ts';

const NOW = Date.parse('2026-11-22T08:00:00Z');

for (const text of process.argv.slice(2)) {
  const schedule = { text, zone: 'Europe/Lisbon', country: 'PT' };
  const fault = scheduleFault(text, 'PT');
  const days = openDays([schedule], 'Europe/Lisbon', NOW);
  console.log(
    JSON.stringify({ fault, open: isOpen(schedule, NOW), next: nextChange(schedule, NOW), days: days.length }),
  );
}
