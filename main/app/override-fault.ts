/** Whether the site would accept the settings that this server overrides: by its own schema and rules. */
import type { SettingOverride } from '../site/contract/site.ts';
import { parseSite } from '../site/rules/site.ts';

/** The first fault, in one line that names the flag or variable; null for none. */
export function overrideFault(overrides: readonly SettingOverride[]): string | null {
  for (const { setting, value, by } of overrides) {
    const parsed = parseSite({ settings: { [setting]: value } });
    const [fault] = parsed.ok ? [] : parsed.error;
    if (fault !== undefined) return `${by}: ${fault.replace(/^[^:]*: /, '')}`;
  }
  return null;
}
