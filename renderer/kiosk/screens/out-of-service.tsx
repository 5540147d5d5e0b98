/** Screens of a kiosk that gives no tickets: out of service, or closed by staff. */
import type { JSX } from 'preact';
import { FitText } from '../parts/fit-text.tsx';
import { Frame } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import type { KioskScreenProps } from './screen.ts';

export function OutOfServiceScreen({ state, t, screen }: KioskScreenProps<'out-of-service'>): JSX.Element {
  return <NoTickets state={state} t={t} said={t('out.go')} small={t(`out.${screen.reason}`)} dir={undefined} />;
}

/** Message of staff to visitors, else where help is. */
export function ShutScreen({ state, t, screen }: KioskScreenProps<'shut'>): JSX.Element {
  const { message } = screen;
  // Staff may have written it in another language than that of the page.
  return message === '' ? (
    <NoTickets state={state} t={t} said={t('out.go')} small={t('out.shut')} dir="auto" />
  ) : (
    <NoTickets state={state} t={t} said={message} small={null} dir="auto" />
  );
}

interface NoTicketsProps extends Pick<KioskScreenProps<'shut'>, 'state' | 't'> {
  readonly said: string;
  readonly small: string | null;
  readonly dir: 'auto' | undefined;
}

function NoTickets({ state, t, said, small, dir }: NoTicketsProps): JSX.Element {
  return (
    <Frame state={state} t={t} title={t('out.title')} spoken={`${t('out.title')} ${said}`}>
      <div class="message">
        <div class="message-mark">
          <Icon name="desk" />
        </div>
        <div class="message-title" dir={dir}>
          <FitText text={said} />
        </div>
        {small !== null && <p class="message-small">{small}</p>}
      </div>
    </Frame>
  );
}
