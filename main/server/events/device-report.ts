import { Ajv } from 'ajv';
import { DeviceReportSchema, type DeviceStatus } from '../../contract/events.ts';
import { QUICK_TO_COMPILE } from '../../core/quick-to-compile.ts';

const isReport = new Ajv({ ...QUICK_TO_COMPILE, strict: true }).compile<{ readonly status: Partial<DeviceStatus> }>(
  DeviceReportSchema,
);

/** What a device says of itself; null when it cannot be understood. */
export function readDeviceReport(data: unknown): Partial<DeviceStatus> | null {
  try {
    const message: unknown = JSON.parse(String(data));
    return isReport(message) ? message.status : null;
  } catch {
    return null;
  }
}
