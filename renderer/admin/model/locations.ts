import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export interface NamedLocation {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
}

interface Locations {
  readonly all: readonly NamedLocation[];
  /** Current location of the figures; undefined until one is known. */
  readonly here: NamedLocation | undefined;
}

export const LocationsContext = createContext<Locations>({ all: [], here: undefined });

export function useLocations(): Locations {
  return useContext(LocationsContext);
}
