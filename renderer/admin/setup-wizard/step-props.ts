import type { TFunction } from 'i18next';
import type { Location, SiteFile } from '../../../main/site/contract/site.ts';

export interface StepProps {
  /** The words of the guide. */
  readonly g: TFunction;
  readonly file: SiteFile;
  /** The place that is set up: the first one of the house. */
  readonly location: Location;
}
