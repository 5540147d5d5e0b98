/** Rule for whether the settings of a site require sign-in. */
import type { SiteSettings } from '../../site/contract/site.ts';

type Reach = Pick<SiteSettings, 'public_url' | 'allowed_hosts' | 'trusted_proxies'>;

/** Whether the site has settings for access from other machines. */
export function isForOthers({ public_url, allowed_hosts, trusted_proxies }: Reach): boolean {
  return public_url !== '' || allowed_hosts.length > 0 || trusted_proxies.length > 0;
}

/** Whether these settings require sign-in on a server that would not require it otherwise. */
export function requiresSignIn(settings: Reach & Pick<SiteSettings, 'api_authentication'>): boolean {
  return settings.api_authentication ?? isForOthers(settings);
}
