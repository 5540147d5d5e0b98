/** Types of the log: `tsc` reports a directive below that is not needed. */
import { expect, it } from 'vitest';
import { recordingLog } from '../../kiosk/readers/recording-log.ts';

it('accepts only events of the catalogue, at their level and with their fields', () => {
  const log = recordingLog();
  const isOpen = log.lines.length === 0;
  log.info('store.recovered');
  log.warn('tls.expiring', { file: 'a.pem', until: '2026-12-01' });
  log.info(isOpen ? 'panel.opened' : 'panel.closed', { device: 'kiosk-1' });
  log.warn('store.overloaded', { request: undefined });

  // @ts-expect-error an unknown name
  log.warn('tls.expires', { file: 'a.pem', until: '2026-12-01' });
  // @ts-expect-error another level
  log.error('tls.expiring', { file: 'a.pem', until: '2026-12-01' });
  // @ts-expect-error without a field
  log.warn('tls.expiring', { file: 'a.pem' });
  // @ts-expect-error without any field
  log.warn('tls.expiring');
  // @ts-expect-error an unknown field
  log.warn('tls.expiring', { file: 'a.pem', until: '2026-12-01', name: 'a' });
  // @ts-expect-error an unknown field of an event without fields
  log.info('store.recovered', { ms: 1 });
  // @ts-expect-error a value of another type
  log.warn('http.connections-dropped', { count: '2' });
  const more = { file: 'a.pem', until: '2026-12-01', visitor: 'Ada' };
  // @ts-expect-error an unknown field in a value
  log.warn('tls.expiring', more);
  // @ts-expect-error two events with other fields
  log.info(isOpen ? 'panel.opened' : 'card.read', { device: 'kiosk-1', rule: 'raw' });

  expect(log.lines).toHaveLength(13);
});
