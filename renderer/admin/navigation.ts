/** Screens of the back office, in groups. */
import { DESK, LIST, NOTE } from '../shared/components/kiosk-staff-marks.ts';
import { ATTENTION, PEOPLE, PERSON } from '../shared/components/marks.ts';
import {
  BUILDING,
  CALENDAR,
  FIGURES,
  FLAG,
  FORM,
  GROUP,
  KEY,
  LINK,
  MAIL,
  PIN,
  SCREEN,
  SERVERS,
  SHIELD,
  SLIDERS,
  TICKETS,
  TRANSFER,
  TREND,
} from '../shared/components/office-marks.ts';

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
      { id: 'today', mark: FIGURES, needs: 'report' },
      { id: 'branches', mark: BUILDING, needs: 'report' },
      { id: 'alarms', mark: ATTENTION, needs: 'report' },
      { id: 'reports', mark: TREND, needs: 'report' },
    ],
  },
  {
    id: 'house',
    entries: [
      edit('start', FLAG),
      edit('locations', PIN),
      edit('services', TICKETS),
      edit('service_groups', GROUP),
      edit('desks', DESK),
      edit('users', PEOPLE),
      edit('role_sets', SHIELD),
      edit('devices', SCREEN),
    ],
  },
  {
    id: 'visits',
    entries: [
      edit('appointments', CALENDAR),
      edit('forms', FORM),
      edit('question_answer_types', LIST),
      edit('server_services', SERVERS),
    ],
  },
  {
    id: 'system',
    entries: [
      edit('settings', SLIDERS),
      edit('mail', MAIL),
      edit('webhooks', LINK),
      edit('report_keys', KEY),
      edit('personal_data', PERSON),
      edit('audit', NOTE),
      edit('transfer', TRANSFER),
    ],
  },
];
