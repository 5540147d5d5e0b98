/** Components of the desk that load after its start. */
import type { ComponentType } from 'preact';
import { Dialog } from '../shared/components/dialog.tsx';
import { type Lazy, lazy } from '../shared/components/lazy.tsx';
import type { Language } from '../shared/language.ts';
import { useStaff } from '../shared/staff.ts';
import type { ChooseDeskProps } from './choose-desk.tsx';
import type { SettingsProps } from './dialogs/settings-dialog.tsx';
import type { FindResultsProps } from './find/find-results.tsx';
import { useCounter } from './model.ts';
import type { OpenDialog } from './open-dialog.ts';
import type { LongListProps } from './parts/long-list.tsx';

type Load<Props extends object> = () => Promise<ComponentType<Props>>;
type Frame<Props extends object> = Parameters<typeof lazy<Props>>[1];

function fetched<Props extends object>(load: Load<Props>, frame?: Frame<Props>): Lazy<Props> {
  return lazy(async (language) => {
    const words = import('./clerk-words.ts').then(({ clerkWords }) => language.more(clerkWords));
    const [component] = await Promise.all([load(), words]);
    return component;
  }, frame);
}

/** Only once per computer. */
export const ChooseDesk = fetched<ChooseDeskProps>(async () => (await import('./choose-desk.tsx')).ChooseDesk);
/** The dialog that is open. */
export const AnyDialog = fetched<{ readonly dialog: OpenDialog }>(
  async () => (await import('./dialogs/any-dialog.tsx')).AnyDialog,
  ({ children }) => {
    const { t } = useStaff();
    return (
      <Dialog title={t('lists.label')} onClose={useCounter().closeDialog}>
        {children}
      </Dialog>
    );
  },
);
export const SettingsDialog = fetched<SettingsProps>(
  async () => (await import('./dialogs/settings-dialog.tsx')).SettingsDialog,
  ({ onClose, children }) => {
    const { t } = useStaff();
    return (
      <Dialog title={t('settings.open')} onClose={onClose}>
        {children}
      </Dialog>
    );
  },
);
export const UndoBar = fetched<object>(
  async () => (await import('./undo/undo-bar.tsx')).UndoBar,
  // Loads later; without it there is no undo.
  () => null,
);
export const DeskWork = fetched<object>(
  async () => (await import('./work/desk-work.tsx')).DeskWork,
  () => null,
);
export const DeviceAlarms = fetched<object>(
  async () => (await import('./parts/device-alarms.tsx')).DeviceAlarms,
  () => null,
);
export const CallAtOtherDesk = fetched<object>(
  async () => (await import('./work/call-at-other-desk.tsx')).CallAtOtherDesk,
  () => null,
);
export const StaffCalls = fetched<object>(
  async () => (await import('./work/staff-calls.tsx')).StaffCalls,
  () => null,
);
/** The counter works without queue alerts. */
export const LimitLine = lazy<object>(
  async () => (await import('./parts/limit-line.tsx')).LimitLine,
  () => null,
);
export const Questions = fetched<object>(async () => (await import('./parts/questions.tsx')).Questions);
export const ServiceChoice = fetched<object>(
  async () => (await import('./parts/service-choice.tsx')).ServiceChoice,
  () => null,
);
export const LongList = fetched<LongListProps>(async () => (await import('./parts/long-list.tsx')).LongList);
export const FindResults = fetched<FindResultsProps>(async () => (await import('./find/find-results.tsx')).FindResults);
export const Served = fetched<object>(async () => (await import('./served/served.tsx')).Served);

/** Prefetches all parts when idle, so that they also open without a connection. */
export function fetchEarly(language: Language): void {
  for (const part of [ServiceChoice, UndoBar, DeskWork, StaffCalls, Questions, AnyDialog, FindResults, Served])
    part.fetch(language);
}
