import type { TFunction } from 'i18next';
import type { Location, SiteFile } from '../../../main/site/contract/site.ts';

export interface StepProps {
  /** Texts of the wizard. */
  readonly g: TFunction;
  readonly file: SiteFile;
  /** Location that is set up: the first one. */
  readonly location: Location;
}
