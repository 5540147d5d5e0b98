import type { SiteSettings } from '../../site/contract/site.ts';

/** Site settings for the request check. */
export type GuardSettings = Pick<SiteSettings, 'allowed_hosts' | 'cors_origins' | 'public_url'>;
