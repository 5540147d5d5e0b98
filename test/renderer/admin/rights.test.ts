import { describe, expect, it } from 'vitest';
import { USUAL_ROLES } from '../../../main/site/contract/roles.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { rightsOf } from '../../../renderer/admin/model/rights.ts';

const file = {
  role_sets: [{ id: 'owners', name: 'Owners', description: '', roles: ['admin_site'] }],
} as unknown as SiteFile;
const as = (set: keyof typeof USUAL_ROLES, locations: readonly string[] = []) =>
  rightsOf({ roles: USUAL_ROLES[set], locations });

describe('what the back office offers', () => {
  it('is everything where no keys are needed, and to an administrator of all locations', () => {
    for (const rights of [rightsOf('free'), as('administrator')]) {
      expect(['start', 'settings', 'transfer', 'desks'].every((section) => rights.sees(section))).toBe(true);
      expect(rights.mayAdd('locations')).toBe(true);
      expect(rights.mayGive(['admin_site'])).toBe(true);
    }
    expect(as('administrator', ['hall']).sees('desks')).toBe(false);
  });

  it('is limited to a location for its administrator', () => {
    const rights = as('branch', ['hall']);
    expect(['desks', 'users', 'devices', 'appointments'].every((section) => rights.sees(section))).toBe(true);
    expect(
      ['settings', 'webhooks', 'audit', 'forms', 'role_sets', 'start'].some((section) => rights.sees(section)),
    ).toBe(false);
    expect([rights.mayAdd('desks'), rights.mayAdd('locations'), rights.mayAdd('webhooks')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(rights.mayChange('service_groups', { location: '' }, file)).toBe(false);
    expect(rights.mayChange('users', { roles: ['qm_qmpad_issues_services'] }, file)).toBe(true);
    expect(rights.mayChange('users', { roles: [], role_set: 'owners' }, file)).toBe(false);
    expect([rights.mayChangeField('locations', 't_delete'), rights.mayChangeField('locations', 'schedule')]).toEqual([
      false,
      true,
    ]);
    expect([rights.mayGive(USUAL_ROLES.clerk), rights.mayGive(USUAL_ROLES.administrator)]).toEqual([true, false]);
    expect(as('branch').sees('desks')).toBe(false);
  });

  it('is everything to look at and nothing to do, to an auditor', () => {
    const rights = as('auditor');
    expect(['settings', 'audit', 'webhooks', 'users'].every((section) => rights.sees(section))).toBe(true);
    expect(['start', 'transfer', 'mail', 'personal_data'].some((section) => rights.sees(section))).toBe(false);
    expect([rights.mayAdd('desks'), rights.mayChange('desks', {}, file)]).toEqual([false, false]);
    expect(as('auditor', ['hall']).sees('audit')).toBe(false);
  });

  it('is figures and appointments to a manager, appointments alone at the reception, and nothing to a clerk', () => {
    const [manager, reception, clerk] = [as('manager'), as('reception'), as('clerk')];
    expect([manager.seesFigures, manager.sees('appointments'), manager.sees('desks')]).toEqual([true, true, false]);
    expect([reception.seesFigures, reception.sees('appointments'), reception.sees('users')]).toEqual([
      false,
      true,
      false,
    ]);
    expect([reception.mayAdd('appointments'), reception.mayChange('appointments', {}, file)]).toEqual([true, true]);
    expect([reception.mayAdd('services'), reception.mayCheckIn]).toEqual([false, true]);
    expect([clerk.seesSite, clerk.seesFigures, as('auditor').mayCheckIn]).toEqual([false, false, false]);
  });
});
