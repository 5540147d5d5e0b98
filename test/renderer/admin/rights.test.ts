import { describe, expect, it } from 'vitest';
import { USUAL_ROLES } from '../../../main/contract/roles.ts';
import type { SiteFile } from '../../../main/contract/site.ts';
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
    expect(as('administrator', ['hall']).seesSite).toBe(false);
  });

  it('is what belongs to a branch, to whoever looks after that', () => {
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
    expect(as('branch').seesSite).toBe(false);
  });

  it('is everything to look at and nothing to do, to an auditor', () => {
    const rights = as('auditor');
    expect(['settings', 'audit', 'webhooks', 'users'].every((section) => rights.sees(section))).toBe(true);
    expect(['start', 'transfer', 'mail'].some((section) => rights.sees(section))).toBe(false);
    expect([rights.mayAdd('desks'), rights.mayChange('desks', {}, file)]).toEqual([false, false]);
    expect(as('auditor', ['hall']).sees('audit')).toBe(false);
  });

  it('is figures alone to a manager, and nothing to a clerk', () => {
    expect([as('manager').seesSite, as('manager').seesFigures]).toEqual([false, true]);
    expect([as('clerk').seesSite, as('clerk').seesFigures, as('clerk').seesAppointmentDesk]).toEqual([
      false,
      false,
      false,
    ]);
    expect(as('reception').seesAppointmentDesk).toBe(true);
  });
});
