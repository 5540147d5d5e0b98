/** Screens of the back office, in groups. */
import { ATTENTION, DESK, NOTE, PEOPLE } from '../shared/components/marks.ts';
import {
  CALENDAR,
  DEVICE,
  FORM,
  GROUP,
  KEY,
  LIST,
  MAIL,
  PLACE,
  REPORT,
  RIGHTS,
  SETTINGS,
  SHARED,
  START,
  TICKET,
  TODAY,
  TRANSFER,
  WEBHOOK,
} from './parts/admin-marks.ts';

export interface NavigationEntry {
  /** First path segment of its address, and key of its name in `nav`. */
  readonly id: string;
  readonly mark: string;
  readonly needs: 'edit' | 'report';
}

export interface NavigationGroup {
  readonly id: string;
  readonly entries: readonly NavigationEntry[];
}

const edit = (id: string, mark: string): NavigationEntry => ({ id, mark, needs: 'edit' });

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    id: 'figures',
    entries: [
      { id: 'today', mark: TODAY, needs: 'report' },
      { id: 'branches', mark: GROUP, needs: 'report' },
      { id: 'alarms', mark: ATTENTION, needs: 'report' },
      { id: 'reports', mark: REPORT, needs: 'report' },
    ],
  },
  {
    id: 'house',
    entries: [
      edit('start', START),
      edit('locations', PLACE),
      edit('services', TICKET),
      edit('service_groups', GROUP),
      edit('desks', DESK),
      edit('users', PEOPLE),
      edit('role_sets', RIGHTS),
      edit('devices', DEVICE),
    ],
  },
  {
    id: 'visits',
    entries: [
      edit('appointments', CALENDAR),
      edit('forms', FORM),
      edit('question_answer_types', LIST),
      edit('server_services', SHARED),
    ],
  },
  {
    id: 'system',
    entries: [
      edit('settings', SETTINGS),
      edit('mail', MAIL),
      edit('webhooks', WEBHOOK),
      edit('report_keys', KEY),
      edit('personal_data', PEOPLE),
      edit('audit', NOTE),
      edit('transfer', TRANSFER),
    ],
  },
];
