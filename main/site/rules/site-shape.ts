/**
 * Check of a site file against its schema.
 *
 * The build compiles the schema (`vite.main.config.ts`), so that no start has to.
 */
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { compiledLate, QUICK_TO_COMPILE } from '../../lib/ajv-options.ts';
import { type SiteFile, SiteFileSchema } from '../contract/site.ts';

/** Options that affect validity and defaults. */
export const SITE_SHAPE_OPTIONS: Options = { allErrors: true, useDefaults: true, strict: false };

export const siteShape: () => ValidateFunction<SiteFile> = compiledLate<SiteFile>(
  new Ajv({ ...QUICK_TO_COMPILE, ...SITE_SHAPE_OPTIONS }),
  SiteFileSchema,
);
