import type { TFunction } from 'i18next';
import type { Location, SiteFile } from '../../../main/site/contract/site.ts';

export interface StepProps {
  /** Texts of the wizard. */
  readonly g: TFunction;
  readonly file: SiteFile;
  /** Location that is set up: the first one. */
  readonly location: Location;
}

/** Step with input that its own button saves. */
export interface UnsavedProps {
  /**
   * Sets how unsaved input is saved before the next step; null without any. It resolves to false if it was refused.
   */
  readonly onUnsaved: (save: (() => Promise<boolean>) | null) => void;
}
