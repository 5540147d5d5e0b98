import { describe, expect, it } from 'vitest';
import { isOpen, publicHolidays } from '../../../main/site/rules/opening-hours.ts';
import { joinClosedDays, readCalendar, splitClosedDays } from '../../../renderer/admin/hours/closed-days.ts';

const CHRISTMAS = { from: '2026-12-24', to: '2026-12-24', name: 'Christmas Eve; half of it' };
const HOLIDAYS = { from: '2026-12-28', to: '2027-01-01', name: '' };
const openAt = (text: string, at: string): boolean =>
  isOpen({ text, zone: 'Europe/Lisbon', country: 'PT' }, Date.parse(at));

describe('closed days', () => {
  it.each(['', 'Mo-Fr 09:00-17:00', 'Mo-Fr 09:00-17:00; PH off', 'Mo-Fr 09:00-17:00 || "by appointment; ask"'])(
    'stand behind the opening hours "%s", and are taken off again as they were',
    (hours) => {
      const text = joinClosedDays(hours, [HOLIDAYS, CHRISTMAS, CHRISTMAS]);
      expect(splitClosedDays(text)).toEqual({ hours, days: [CHRISTMAS, HOLIDAYS] });
      expect(openAt(text, '2026-12-23T10:00:00Z')).toBe(true);
      for (const day of ['2026-12-24', '2026-12-28', '2026-12-31', '2027-01-01'])
        expect(openAt(text, `${day}T10:00:00Z`), day).toBe(false);
      expect(openAt(text, '2027-01-04T10:00:00Z')).toBe(true);
    },
  );

  it('are none where the hours say something else at their end, and then nothing is changed', () => {
    for (const text of ['', '24/7', 'Mo-Fr 09:00-17:00;PH off', '2026 Dec 24 off; Mo 10:00-12:00', 'Dec 24 off'])
      expect(splitClosedDays(text)).toEqual({ hours: text, days: [] });
  });
});

describe('public holidays', () => {
  it('are proposed with the names that they have in their country', () => {
    const days = publicHolidays('PT', 2027);
    expect(days).toContainEqual({ day: '2027-04-25', name: 'Dia da Liberdade' });
    expect(days.every(({ day }) => day.startsWith('2027-'))).toBe(true);
    expect(publicHolidays('', 2027)).toEqual([]);
    expect(publicHolidays('XX', 2027)).toEqual([]);
  });
});

describe('a calendar file', () => {
  const FILE = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20261224',
    'DTEND;VALUE=DATE:20261227',
    'SUMMARY:Christmas\\, and',
    '  what follows',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20270101',
    'SUMMARY;LANGUAGE="en:GB":New Year',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART:20270105T090000Z',
    'SUMMARY:A meeting',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20200101',
    'SUMMARY:Long ago',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20270201',
    'STATUS:CANCELLED',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');

  it('gives its whole days to come, with their names', () => {
    expect(readCalendar(FILE, '2026-11-23')).toEqual([
      { from: '2026-12-24', to: '2026-12-26', name: 'Christmas, and what follows' },
      { from: '2027-01-01', to: '2027-01-01', name: 'New Year' },
    ]);
  });

  it('that is none gives nothing', () => {
    for (const text of ['', 'BEGIN:VEVENT', 'no calendar at all', 'BEGIN:VEVENT\nDTSTART:99999999\nEND:VEVENT'])
      expect(readCalendar(text, '2026-11-23')).toEqual([]);
  });
});
