import { Ajv } from 'ajv';
import type { DeviceStatus } from '../../contract/device-status.ts';
import { DeviceReportSchema } from '../../contract/events.ts';
import { compiledLate, QUICK_TO_COMPILE } from '../../core/quick-to-compile.ts';

const reportCheck = compiledLate<{ readonly status: Partial<DeviceStatus> }>(
  new Ajv({ ...QUICK_TO_COMPILE, strict: true }),
  DeviceReportSchema,
);

/** What a device says of itself; null when it cannot be understood. */
export function readDeviceReport(data: unknown): Partial<DeviceStatus> | null {
  try {
    const message: unknown = JSON.parse(String(data));
    const isReport = reportCheck();
    return isReport(message) ? message.status : null;
  } catch {
    return null;
  }
}
