import { expect, it } from 'vitest';
import { serverText } from '../../../main/lib/server-texts.ts';
import { limitValues } from '../../../main/queue-alerts/contract/limit-values.ts';

it('shows minutes as durations, and people and percent as numbers', () => {
  expect(limitValues({ kind: 'wait', bound: 60, worst: 94 }, 'en')).toEqual({ bound: '1 h', worst: '1 h 34' });
  expect(limitValues({ kind: 'idle', bound: 20, worst: 25 }, 'pt_PT')).toEqual({ bound: '20 min', worst: '25 min' });
  expect(limitValues({ kind: 'share', bound: 80, worst: 61 }, 'en')).toEqual({ bound: 80, worst: 61 });
});

it('fits the texts of mails', () => {
  const values = limitValues({ kind: 'wait', bound: 30, worst: 94 }, 'en');
  expect(serverText('en', 'mail', 'limit_wait', values)).toBe('Longest wait: 1 h 34 (limit 30 min).');
});
