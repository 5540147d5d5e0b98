/** Logo of the location, or its name without one. */
import type { JSX } from 'preact';
import type { DisplayAnswer } from '../../../main/devices/contract/rest/displays.ts';
import { useModel } from '../model.ts';
import { nameIn } from '../names.ts';

export function Brand({ display }: { readonly display: DisplayAnswer }): JSX.Element {
  const { lang } = useModel();
  const { location, default_lang } = display;
  const name = nameIn(location, lang.value, default_lang);
  return <p class="brand">{location.logo === '' ? <strong>{name}</strong> : <img src={location.logo} alt={name} />}</p>;
}
