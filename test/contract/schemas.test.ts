/** The schemas that the program compiles without looking whether they are any: here it is looked. */
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { DeviceReportSchema } from '../../main/events/contract/events.ts';
import { KioskCalls } from '../../main/kiosk/contract/kiosk.ts';
import { QUICK_TO_COMPILE } from '../../main/lib/ajv-options.ts';
import { DisplaySchema, SiteFileSchema } from '../../main/site/contract/site.ts';

const SCHEMAS = { SiteFileSchema, DisplaySchema, DeviceReportSchema, ...KioskCalls };

it.each(Object.entries(SCHEMAS))('%s is a JSON Schema', (_name, schema) => {
  const ajv = new Ajv({ strict: false });
  expect({ fits: ajv.validateSchema(schema), errors: ajv.errors ?? [] }).toEqual({ fits: true, errors: [] });
});

it('a schema that is none would be found here, and nowhere else', () => {
  const wrong = { type: 'object', required: 'name' };
  expect(new Ajv({ strict: false }).validateSchema(wrong)).toBe(false);
  expect(new Ajv({ ...QUICK_TO_COMPILE, strict: false }).validateSchema({ ...wrong })).toBe(true);
});
