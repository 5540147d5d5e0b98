import type { SiteSettings } from '../../site/contract/site.ts';

/** What the site says about who may ask. */
export type GuardSettings = Pick<SiteSettings, 'allowed_hosts' | 'cors_origins' | 'public_url'>;
