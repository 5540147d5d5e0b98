/** Every table of both databases. */
import { DEVICE_TABLES } from './device-tables.ts';
import { OUTGOING_TABLES } from './outgoing-tables.ts';
import { QUEUE_TABLES } from './queue-tables.ts';
import { REPORT_TABLES } from './report-tables.ts';
import { SERVER_TABLES } from './server-tables.ts';
import { SITE_TABLES } from './site-tables.ts';
import type { Table } from './table.ts';

/** In an order in which each refers only to those before it. */
export const EVERY_TABLE: readonly Table[] = [
  ...SERVER_TABLES,
  ...SITE_TABLES,
  ...QUEUE_TABLES,
  ...DEVICE_TABLES,
  ...REPORT_TABLES,
  ...OUTGOING_TABLES,
];
