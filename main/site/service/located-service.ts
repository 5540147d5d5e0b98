import type { Location, Service } from '../contract/site.ts';

/** A service, and the location where it is. */
export interface ServiceHere {
  readonly service: Service;
  readonly location: Location;
}
