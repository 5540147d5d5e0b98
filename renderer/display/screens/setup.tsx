/** Set-up screens: start, choice of display, refusal. */
import type { ComponentChildren, JSX } from 'preact';
import type { DisplaysAnswer } from '../../../main/devices/contract/rest/displays.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { FORTH } from '../../shared/components/marks.ts';
import { useModel } from '../model.ts';

export function StartingScreen(): JSX.Element {
  const { t, isLive } = useModel();
  return <Setup title={t.value('starting')}>{!isLive.value && <p role="status">{t.value('away')}</p>}</Setup>;
}

/** For whoever sets the screen up: which of the site's displays is it? */
export function ChooseScreen({ displays }: { readonly displays: DisplaysAnswer['displays'] }): JSX.Element {
  const { t } = useModel();
  if (displays.length === 0) {
    return (
      <Setup title={t.value('setup.none')}>
        <p>{t.value('setup.noneHow')}</p>
      </Setup>
    );
  }
  return (
    <Setup title={t.value('setup.which')}>
      <ul class="setup-choices">
        {displays.map(({ id, name, location_name }) => (
          <li key={id}>
            <a class="setup-choice" href={`?device=${encodeURIComponent(id)}${window.location.hash}`}>
              <span>
                <strong>{name}</strong>
                <small>{location_name}</small>
              </span>
              <Mark path={FORTH} turns />
            </a>
          </li>
        ))}
      </ul>
    </Setup>
  );
}

/** The server does not let this page in: says why, for whoever set it up. */
export function RefusedScreen({ errno }: { readonly errno: number }): JSX.Element {
  const { t } = useModel();
  return (
    <Setup title={t.value('setup.refused')}>
      <p>{t.value([`setup.errno.${errno}`, 'setup.errno.other'])}</p>
    </Setup>
  );
}

function Setup({ title, children }: { readonly title: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <main class="setup">
      <h1>{title}</h1>
      {children}
    </main>
  );
}
