/** Pages of the operator panel: network, paper, restart, sound, tickets. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { PAPER_STEPS } from '../../../main/kiosk/contract/panel.ts';
import { useListening } from '../listening.ts';
import { useModel } from '../model.ts';
import { FitText } from '../parts/fit-text.tsx';
import type { NavButton } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { moment, PanelFrame, type PanelProps, PrintNotice } from './panel-frame.tsx';
import { OtherPicture, PrinterPicture } from './pictures.tsx';

/** Connection to the server with its start, the server's address, and this machine's addresses. */
export function NetworkPart({ state, t, screen }: PanelProps<'network'>): JSX.Element {
  const now = useModel().now.value;
  const { isElsewhere, address, isReached, since, own, offline } = screen;
  return (
    <PanelFrame state={state} t={t} title={t('panel.network.title')}>
      <div class="network">
        <OtherPicture scene={isReached ? 'fine' : 'server'} />
        <dl class="facts-list">
          <Fact name={t('panel.network.server')}>
            <strong>{t(isReached ? 'panel.network.reached' : 'panel.network.notReached')}</strong>
            {since !== '' && <span>{t('panel.since', { time: moment(since, now, state.lang, state.timeZone) })}</span>}
          </Fact>
          <Fact name={t('panel.network.address')}>
            {isElsewhere ? <bdi dir="ltr">{address}</bdi> : <span>{t('panel.network.inside')}</span>}
          </Fact>
          <Fact name={t('panel.network.own')}>
            {own.length === 0 && <span>{t('panel.network.none')}</span>}
            {own.map((each) => (
              <bdi key={each} dir="ltr">
                {each}
              </bdi>
            ))}
          </Fact>
          {offline !== null && (
            <>
              <Fact name={t('panel.network.left')}>
                <strong>{offline.left}</strong>
              </Fact>
              <Fact name={t('panel.network.toHandOver')}>
                <strong>{offline.toHandOver}</strong>
              </Fact>
            </>
          )}
        </dl>
      </div>
    </PanelFrame>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <div class="fact-line">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The last entry is the final state, not a step. */
const STEPS = PAPER_STEPS.length - 1;

/**
 * Paper change with one step, picture and sentence at a time. Advances automatically if the printer reports progress.
 */
export function PaperPart({ state, t, screen }: PanelProps<'paper'>): JSX.Element {
  const { call } = useModel();
  const { step, says, remark, test } = screen;
  const isDone = step === 'done';
  const toHome = (): void => call('panelGo', { place: 'home' });
  const next = nextButton();
  const steps: readonly NavButton[] = isDone
    ? [
        { label: t('panel.do.tickets'), icon: 'list', onClick: () => call('panelGo', { place: 'tickets' }) },
        { label: t('done'), icon: 'check', primary: true, onClick: toHome },
      ]
    : [{ label: t('back'), icon: 'back', onClick: toHome }, ...next];

  function nextButton(): readonly NavButton[] {
    if (step !== 'test') {
      const onClick = (): void => call('panelNext', {});
      return [{ label: t('form.next'), icon: 'forth', onward: true, primary: true, onClick }];
    }
    if (remark === '' || test === 'printing') return [];
    const again: NavButton = { label: t('panel.paper.again'), icon: 'again', onClick: () => call('panelTest', {}) };
    if (remark !== 'look') return [{ ...again, primary: true }];
    return [
      again,
      { label: t('panel.paper.cameOut'), icon: 'check', primary: true, onClick: () => call('panelNext', {}) },
    ];
  }

  const place = isDone ? '' : t('panel.paper.step', { index: PAPER_STEPS.indexOf(step) + 1, count: STEPS });
  const hint = t(says ? 'panel.paper.auto' : 'panel.paper.byHand');
  return (
    <PanelFrame state={state} t={t} title={t(`panel.paper.${step}.title`)} text={place} steps={steps}>
      <div class="guide">
        <PrinterPicture scene={step} />
        <p class="guide-text">{t(`panel.paper.${step}.text`)}</p>
        <div class="panel-notice" role="status">
          {remark !== '' && (
            <div class="notice notice-attention">
              <Icon name="attention" />
              <span>{t(`panel.paper.remark.${remark}`)}</span>
            </div>
          )}
        </div>
        {!isDone && step !== 'test' && <p class="guide-hint">{hint}</p>}
      </div>
    </PanelFrame>
  );
}

/** Reload of the page, or restart of the program. */
export function RestartPart({ state, t, screen }: PanelProps<'restart'>): JSX.Element {
  const { call } = useModel();
  return (
    <PanelFrame state={state} t={t} title={t('panel.restart.title')} text={t('panel.restart.text')}>
      <div class="panel-actions panel-actions-long">
        {screen.page && (
          <Start
            name={t('panel.restart.page')}
            about={t('panel.restart.pageText')}
            onClick={() => call('panelRestart', { what: 'page' })}
          />
        )}
        {screen.program && (
          <Start
            name={t('panel.restart.program')}
            about={t('panel.restart.programText')}
            onClick={() => call('panelRestart', { what: 'program' })}
          />
        )}
      </div>
    </PanelFrame>
  );
}

interface StartProps {
  readonly name: string;
  readonly about: string;
  readonly onClick: () => void;
}

function Start({ name, about, onClick }: StartProps): JSX.Element {
  return (
    <button type="button" class="panel-action" onClick={onClick}>
      <Icon name="again" />
      <span class="panel-action-words">
        <strong>{name}</strong>
        <span class="panel-action-about">{about}</span>
      </span>
    </button>
  );
}

/** Start volume of speech, with a sample. */
export function SoundPart({ state, t, screen }: PanelProps<'sound'>): JSX.Element {
  const { call } = useModel();
  const listening = useListening();
  const hasNoVoice = useSignal(false);
  const { step, steps } = screen;
  const said = t('panel.sound.step', { step, steps });
  const hear = (): void => {
    void listening.tryOut(t('panel.sound.sample'), state.lang).then((isHeard) => {
      hasNoVoice.value = !isHeard;
    });
  };
  return (
    <PanelFrame state={state} t={t} title={t('panel.sound.title')} text={t('panel.sound.text')}>
      <div class="sound-level">
        <div class="sound-bars" aria-hidden="true" style={{ '--steps': steps }}>
          {Array.from({ length: steps }, (_, index) => (
            <span
              key={index}
              class={index < step ? 'sound-bar sound-bar-full' : 'sound-bar'}
              style={{ '--step': index }}
            />
          ))}
        </div>
        <p role="status">{said}</p>
      </div>
      {hasNoVoice.value && <p role="alert">{t('panel.sound.noVoice')}</p>}
      <div class="panel-actions panel-actions-long">
        <Change
          icon="minus"
          name={t('panel.sound.quieter')}
          isAtEnd={step <= 1}
          onClick={() => call('panelVolume', { step: step - 1 })}
        />
        <Change
          icon="plus"
          name={t('panel.sound.louder')}
          isAtEnd={step >= steps}
          onClick={() => call('panelVolume', { step: step + 1 })}
        />
        <Change icon="listen" name={t('panel.sound.try')} onClick={hear} />
      </div>
    </PanelFrame>
  );
}

interface ChangeProps {
  readonly icon: 'minus' | 'plus' | 'listen';
  readonly name: string;
  readonly isAtEnd?: boolean;
  readonly onClick: () => void;
}

function Change({ icon, name, isAtEnd = false, onClick }: ChangeProps): JSX.Element {
  return (
    <button
      type="button"
      class="panel-action"
      aria-disabled={isAtEnd}
      onClick={() => {
        if (!isAtEnd) onClick();
      }}
    >
      <Icon name={icon} />
      <span class="panel-action-words">
        <strong>{name}</strong>
      </span>
    </button>
  );
}

/** Last tickets, newest first: number, service and time, with a reprint button. */
export function TicketsPart({ state, t, screen }: PanelProps<'tickets'>): JSX.Element {
  const { call, now } = useModel();
  const { tickets, reprint } = screen;
  const print = reprint?.print ?? '';
  const said = print === '' ? '' : t(`panel.tickets.reprint.${print}`, { number: reprint?.number });
  return (
    <PanelFrame state={state} t={t} title={t('panel.tickets.title')} text={t('panel.tickets.text')}>
      <PrintNotice said={said} print={print} />
      {tickets.length === 0 && <p class="guide-text">{t('panel.tickets.none')}</p>}
      <ul class="last-tickets">
        {tickets.map(({ key, number, serviceName, at, print: was }) => (
          <li key={key} class="last-ticket">
            <strong class="last-number">{number}</strong>
            <span class="last-words">
              <FitText class="last-service" text={serviceName} />
              <span class="last-facts">
                {moment(at, now.value, state.lang, state.timeZone)}
                {was !== '' && ` · ${t(`panel.tickets.was.${was}`)}`}
              </span>
            </span>
            <button
              type="button"
              class="nav last-again"
              aria-label={t('pair', { name: t('panel.tickets.again'), value: number })}
              aria-disabled={print === 'printing'}
              onClick={() => call('panelReprint', { key })}
            >
              <Icon name="again" />
              <span>{t('panel.tickets.again')}</span>
            </button>
          </li>
        ))}
      </ul>
    </PanelFrame>
  );
}
