/** Screens of the back office, in groups. */
import { ATTENTION, DESK, NOTE, PEOPLE } from '../shared/components/marks.ts';
import { GROUP } from './parts/admin-marks.ts';

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
      { id: 'today', mark: 'M4 20V10M10 20V4M16 20v-7M22 20H2', needs: 'report' },
      { id: 'branches', mark: GROUP, needs: 'report' },
      { id: 'alarms', mark: ATTENTION, needs: 'report' },
      { id: 'reports', mark: 'M3 17l6-6 4 4 8-9M21 6v5M21 6h-5', needs: 'report' },
    ],
  },
  {
    id: 'house',
    entries: [
      edit('start', 'M5 21V4M5 4.500h13l-3 4 3 4H5'),
      edit(
        'locations',
        'M12 21s7-6.200 7-11.500a7 7 0 0 0-14 0C5 14.800 12 21 12 21ZM12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
      ),
      edit('services', 'M3.500 7h17v3.500a2 2 0 0 0 0 3.500V17h-17v-3a2 2 0 0 0 0-3.500V7ZM14 7v10'),
      edit('service_groups', GROUP),
      edit('desks', DESK),
      edit('users', PEOPLE),
      edit(
        'role_sets',
        'M12 3.500 19.500 6v6c0 4.500-3 7.500-7.500 8.500-4.500-1-7.500-4-7.500-8.500V6ZM8.500 12l2.500 2.500 4.500-5',
      ),
      edit('devices', 'M4 4h16v11H4zM9 20h6M12 15v5'),
    ],
  },
  {
    id: 'visits',
    entries: [
      edit('appointments', 'M4 6h16v14H4zM4 10.500h16M8.500 3.500V8M15.500 3.500V8'),
      edit('forms', 'M5 3.500h14v17H5zM8.500 8h7M8.500 12h7M8.500 16h3.500'),
      edit('question_answer_types', 'M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1'),
      edit('server_services', 'M12 9V4M5 20v-5h14v5M12 9v6M10 2h4v3h-4zM3 20h4v2H3zM17 20h4v2h-4z'),
    ],
  },
  {
    id: 'system',
    entries: [
      edit(
        'settings',
        'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
      ),
      edit('mail', 'M3.500 6h17v12h-17zM4 6.500l8 6.500 8-6.500'),
      edit(
        'webhooks',
        'M9 15l6-6M10.500 6.500l1.800-1.800a4.500 4.500 0 0 1 6.400 6.400l-1.800 1.800M13.500 17.500l-1.800 1.800a4.500 4.500 0 0 1-6.400-6.400l1.800-1.800',
      ),
      edit(
        'report_keys',
        'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11 12.200 19.500 4M16 7.300 18.500 9.800M13.500 9.700 15 11.200',
      ),
      edit('personal_data', PEOPLE),
      edit('audit', NOTE),
      edit('transfer', 'M7 4v13M3.500 13.500 7 17l3.500-3.500M17 20V7M13.500 10.500 17 7l3.500 3.500'),
    ],
  },
];
