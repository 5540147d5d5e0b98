import type { ComponentType, JSX } from 'preact';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { lazy } from '../../shared/components/lazy.tsx';
import type { EditedItem } from '../model/edited-item.ts';
import { textOf } from '../model/item.ts';
import { PART_VIEWS, type Panel } from '../model/parts.ts';

const PANELS: Readonly<Record<Panel, ComponentType>> = {
  paper: lazy(async () => (await import('../ticket/paper-panel.tsx')).PaperPanel),
  form: lazy(async () => (await import('../forms/form-panel.tsx')).FormPanel),
  device: lazy(async () => (await import('../devices/device-panel.tsx')).DevicePanel),
  desk: lazy(async () => (await import('../panels/desk-panel.tsx')).DeskPanel),
  user: lazy(async () => (await import('../access/user-panel.tsx')).UserPanel),
  webhook: lazy(async () => (await import('../webhooks/webhook-panel.tsx')).WebhookPanel),
  checkIn: lazy(async () => (await import('../appointments/check-in-panel.tsx')).CheckInPanel),
  model: lazy(async () => (await import('../inheritance/model-panel.tsx')).ModelPanel),
  reportKey: lazy(async () => (await import('../access/report-key-panel.tsx')).ReportKeyPanel),
};

/** Panels that speak of a thing that the server has, and do something with it; the others show what is on the screen. */
const NEED_SAVED: ReadonlySet<Panel> = new Set(['device', 'user', 'webhook', 'reportKey', 'checkIn', 'desk', 'model']);

interface Shown {
  readonly panels: readonly Panel[];
  /** Whether there is room beside the fields for those of the part, also while there are none. */
  readonly beside: boolean;
}

/** Of what follows nothing, and is followed by nobody, there is nothing to say of models. */
export function panelsOf({ part, item, found }: EditedItem, file: SiteFile, mayChange: boolean): Shown {
  const all = PART_VIEWS[part].panels ?? [];
  const isFollowed =
    part === 'locations' && file.locations.some(({ follows }) => follows !== '' && follows === found?.id);
  const follows = found !== undefined && [item, found].some((each) => textOf(each, 'follows') !== '');
  const panels = all.filter((panel) => {
    if (NEED_SAVED.has(panel) && (found === undefined || !mayChange)) return false;
    return panel !== 'model' || follows || isFollowed;
  });
  return { panels, beside: panels.length > 0 || all.some((panel) => panel !== 'model') };
}

/** Beside the fields, one below the other. */
export function Panels({ panels }: { readonly panels: readonly Panel[] }): JSX.Element | null {
  if (panels.length === 0) return null;
  return (
    <aside class="panels">
      {panels.map((panel) => {
        const One = PANELS[panel];
        return <One key={panel} />;
      })}
    </aside>
  );
}
