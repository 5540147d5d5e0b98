/** Paper change, step by step. */
import type { JSX } from 'preact';
import { PAPER_STEPS, type PaperStep } from '../../../main/kiosk/contract/panel.ts';
import { useModel } from '../model.ts';
import type { NavButton } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { PanelFrame } from './panel-frame.tsx';
import type { PanelProps } from './panel-props.ts';
import { PrinterPicture, type PrinterScene } from './printer-picture.tsx';

const SCENES: Readonly<Record<PaperStep, PrinterScene>> = {
  open: 'open',
  insert: 'insert',
  close: 'close',
  test: 'test',
  done: 'done',
};
/** The last is no step: it is done. */
const STEPS = PAPER_STEPS.length - 1;

/** A change of paper: one step, one picture, one sentence. It goes on by itself where the printer says so. */
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
        <PrinterPicture scene={SCENES[step]} />
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
