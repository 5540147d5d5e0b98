import { describe, expect, it } from 'vitest';
import { commonHours } from '../../main/lib/weekly-hours.ts';

const NINE_TO_FOUR = { from: '09:00', to: '16:00' };

describe('commonHours', () => {
  it('returns the times at which location and service are both open', () => {
    const week = commonHours(['Mo-Fr 09:00-16:00; Sa 09:00-12:00', 'Mo,We,Sa 08:00-12:30,14:00-17:00']);
    expect(week?.[0]).toEqual([
      { from: '09:00', to: '12:30' },
      { from: '14:00', to: '16:00' },
    ]);
    expect(week?.[1]).toEqual([]);
    expect(week?.[5]).toEqual([{ from: '09:00', to: '12:00' }]);
    expect(week?.[6]).toEqual([]);
  });

  it('is that of the one schedule where the other sets no limit', () => {
    for (const free of ['', '24/7', '24/7; 2026 Dec 24 off "Christmas Eve"'])
      expect(commonHours([free, 'Mo-Fr 09:00-16:00'])?.[4]).toEqual([NINE_TO_FOUR]);
  });

  it('ignores single closed days', () => {
    const holidays = '; 2026 Dec 24-2027 Jan 01 off "Between the years; closed"; 2027 Mar 01 off';
    expect(commonHours([`Mo-Fr 09:00-16:00; PH off${holidays}`])?.[4]).toEqual([NINE_TO_FOUR]);
  });

  it.each([
    ['no limit', ['', '']],
    ['months', ['Jun-Aug Mo-Fr 09:00-16:00']],
    ['one schedule of two that is not weekly', ['Mo-Fr 09:00-16:00', 'sunrise-sunset']],
    ['hours after midnight in two schedules', ['Fr 22:00-02:00', 'Mo-Su 08:00-23:00']],
  ])('is null for %s', (_name, schedules) => {
    expect(commonHours(schedules)).toBeNull();
  });
});
