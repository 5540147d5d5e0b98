import type { Signal } from '@preact/signals';
import type { TFunction } from 'i18next';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from './language.ts';
import type { Toasts } from './notices.ts';
import type { Session } from './session.ts';
import type { Theme } from './theme.ts';

/** Context of all parts of a staff page. */
export interface Staff {
  readonly language: Language;
  readonly theme: Signal<Theme>;
  readonly session: Session;
  readonly notices: Toasts;
}

export const StaffContext = createContext<Staff | null>(null);

export function useStaff(): Staff & { readonly t: TFunction } {
  const staff = useContext(StaffContext);
  if (staff === null) throw new Error('No page of staff above this component.');
  return { ...staff, t: staff.language.t.value };
}
