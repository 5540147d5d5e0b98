/** Screens of the display, chosen by its stage. */
import type { ComponentChildren, JSX } from 'preact';
import type { DisplayAnswer, DisplaysAnswer } from '../../main/devices/contract/rest/displays.ts';
import { Mark } from '../shared/components/mark.tsx';
import { FORTH } from '../shared/components/marks.ts';
import { clockTime, opening } from '../shared/time.ts';
import type { Board } from './board.ts';
import { useModel } from './model.ts';
import { Brand } from './parts/brand.tsx';
import { StaleNotice } from './parts/foot.tsx';
import { shiftStep } from './pixel-shift.ts';
import { CallsScreen } from './screens/calls.tsx';

export function App(): JSX.Element {
  const { stage, isLive } = useModel();
  const shown = stage.value;
  return (
    <div class="page" data-screen={shown.name === 'showing' ? shown.board.kind : shown.name} data-stale={!isLive.value}>
      <Screen />
    </div>
  );
}

/** Positions of the text: changes with every step to prevent burn-in during a night. */
const PLACES = 9;

/** Closed: a dark screen with the brand and the next opening time. */
function ClosedScreen({ display, board }: { readonly display: DisplayAnswer; readonly board: Board }): JSX.Element {
  const { now, lang, t, isLive } = useModel();
  const { location } = display;
  const next = board.opensAt === '' ? null : opening(board.opensAt, now.value, lang.value, location.timezone);
  return (
    <main class="closed" data-place={(shiftStep.value * 2) % PLACES}>
      <div class="closed-words">
        <Brand display={display} />
        <h1>{t.value('closed.title')}</h1>
        {next !== null && <p class="closed-next">{t.value(`closed.${next.day}`, { ...next })}</p>}
        <p class="closed-clock">
          <time>{clockTime(now.value, lang.value, location.timezone)}</time>
        </p>
        {!isLive.value && <StaleNotice />}
      </div>
    </main>
  );
}

function StartingScreen(): JSX.Element {
  const { t, isLive } = useModel();
  return <Setup title={t.value('starting')}>{!isLive.value && <p role="status">{t.value('away')}</p>}</Setup>;
}

/** Set-up: choice of the site's display. */
function ChooseScreen({ displays }: { readonly displays: DisplaysAnswer['displays'] }): JSX.Element {
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

/** Set-up: reason why the server rejects this page. */
function RefusedScreen({ errno }: { readonly errno: number }): JSX.Element {
  const { t } = useModel();
  return (
    <Setup title={t.value('setup.refused')}>
      <p>{t.value([`setup.errno.${errno}`, 'setup.errno.other'])}</p>
    </Setup>
  );
}

/** Set-up screens: start, choice of display, refusal. */
function Setup({ title, children }: { readonly title: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <main class="setup">
      <h1>{title}</h1>
      {children}
    </main>
  );
}

function Screen(): JSX.Element {
  const shown = useModel().stage.value;
  switch (shown.name) {
    case 'starting':
      return <StartingScreen />;
    case 'choosing':
      return <ChooseScreen displays={shown.displays} />;
    case 'refused':
      return <RefusedScreen errno={shown.errno} />;
    case 'showing':
      return shown.board.kind === 'closed' ? (
        <ClosedScreen display={shown.display} board={shown.board} />
      ) : (
        <CallsScreen display={shown.display} board={shown.board} />
      );
  }
}
