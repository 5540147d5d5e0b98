import { Ajv } from 'ajv';
import { DeviceReportSchema } from '../../../events/contract/events.ts';
import { compiledLate, QUICK_TO_COMPILE } from '../../../lib/ajv-options.ts';
import { type DeviceStatus, UNKNOWN_STATUS } from '../../contract/device-status.ts';

const reportCheck = compiledLate<{ readonly status: Partial<DeviceStatus> }>(
  new Ajv({ ...QUICK_TO_COMPILE, strict: true }),
  DeviceReportSchema,
);

export interface DeviceReport {
  /** Known fields only: unknown fields of a newer program are dropped. */
  readonly status: Partial<DeviceStatus>;
  /** Heartbeat of the page only. */
  readonly runsOnly: boolean;
}

/** Parses a device's report; null when it is invalid. */
export function readDeviceReport(data: unknown): DeviceReport | null {
  try {
    const message: unknown = JSON.parse(String(data));
    const isReport = reportCheck();
    if (!isReport(message)) return null;
    const said = Object.entries(message.status);
    const known = said.filter(([name]) => Object.hasOwn(UNKNOWN_STATUS, name));
    return { status: Object.fromEntries(known), runsOnly: said.length === 0 };
  } catch {
    return null;
  }
}
