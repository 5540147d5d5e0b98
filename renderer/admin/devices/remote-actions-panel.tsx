/** Panel of remote actions and their results. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import {
  DEVICE_ACTIONS,
  type DeviceAction,
  MAX_MESSAGE_LETTERS,
} from '../../../main/devices/contract/device-actions.ts';
import type { DeviceActionAnswer, DeviceActionView } from '../../../main/devices/contract/rest/device-actions.ts';
import { simpleLanguage } from '../../../main/lib/simple-language.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { Table } from '../../shared/components/table.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useStaff } from '../../shared/staff.ts';
import { SimpleTexts } from '../fields/simple-texts.tsx';
import { useAdmin } from '../model/admin.ts';
import { textsName } from '../model/language-name.ts';
import { saveFile } from '../model/save-file.ts';
import { instant } from '../model/words.ts';
import { Badge, type BadgeKind } from '../parts/badge.tsx';
import { type ActionRequest, useRemoteActions } from './remote-actions.ts';

const STATES: Readonly<Record<string, BadgeKind>> = {
  asked: 'info',
  taken: 'info',
  done: 'good',
  failed: 'fault',
  expired: 'attention',
};

/** Actions that need input or a confirmation before they are requested. */
const ASKS_FIRST: ReadonlySet<string> = new Set([
  'confirm-printer',
  'reprint',
  'shut',
  'restart-page',
  'restart-program',
  'restart-machine',
]);

const HAS_RESULT: ReadonlySet<string> = new Set(['screenshot', 'log', 'server-log']);

interface CarePanelProps {
  readonly deviceId: string;
  readonly name: string;
  /** Actions that the device currently supports. */
  readonly can: string;
  /** Languages of this device's visitors. */
  readonly languages: readonly string[];
}

interface CareDialogProps {
  readonly action: DeviceAction;
  readonly languages: readonly string[];
  readonly onAsk: (wish: ActionRequest) => void;
  readonly onClose: () => void;
}

/** Asks for the input of an action (a ticket, a message) or for a confirmation. */
function CareDialog({ action, languages, onAsk, onClose }: CareDialogProps): JSX.Element {
  const { t } = useStaff();
  const [ticket, setTicket] = useState('');
  const [message, setMessage] = useState<Readonly<Record<string, string>>>({});
  const ask = (): void => onAsk({ action, ticket, message });
  const field = (lang: string): JSX.Element => (
    <TextField
      key={lang}
      label={t('care.message', { language: textsName(t, lang) })}
      value={message[lang] ?? ''}
      maxLength={MAX_MESSAGE_LETTERS}
      rows={2}
      onInput={(text) => setMessage({ ...message, [lang]: text })}
    />
  );
  return (
    <Dialog
      title={t(`care.action.${action}`)}
      onClose={onClose}
      onSubmit={ask}
      leave={t('shared.cancel')}
      actions={
        <Button look="main" type="submit">
          {t(`care.action.${action}`)}
        </Button>
      }
    >
      {action === 'reprint' && (
        <TextField
          label={t('care.ticket')}
          hint={t('care.ticketHint')}
          value={ticket}
          maxLength={100}
          onInput={setTicket}
        />
      )}
      {action === 'shut' && (
        <>
          <p>{t('care.shutAbout')}</p>
          <p class="soft">{t('care.messageHint')}</p>
          {languages.map(field)}
          <SimpleTexts>{languages.map(simpleLanguage).map(field)}</SimpleTexts>
        </>
      )}
      {(action.startsWith('restart-') || action === 'confirm-printer') && <p>{t(`care.sure.${action}`)}</p>}
    </Dialog>
  );
}

/** Remote actions of a device, with their results. */
export function RemoteActionsPanel({ deviceId, name, can, languages }: CarePanelProps): JSX.Element {
  const { t, language } = useAdmin();
  const care = useRemoteActions(deviceId, can);
  const [asking, setAsking] = useState<DeviceAction | null>(null);
  const [shown, setShown] = useState<DeviceActionAnswer | null>(null);
  const lang = language.id.value;
  const able = DEVICE_ACTIONS.filter((action) => care.known?.can.includes(action));
  const actions = care.known?.actions ?? [];
  const newest = actions[0];

  const look = async (actionId: string): Promise<void> => setShown(await care.look(actionId));
  return (
    <section class="card panel" aria-labelledby="device-care">
      <h2 id="device-care">{t('care.heading')}</h2>
      <p class="soft">{t(able.length === 0 ? 'care.cannot' : 'care.about')}</p>
      <div class="adds">
        {able.map((action) => (
          <Button
            key={action}
            busy={care.busy}
            onClick={() => (ASKS_FIRST.has(action) ? setAsking(action) : void care.ask({ action }))}
          >
            {t(`care.action.${action}`)}
          </Button>
        ))}
      </div>
      {care.failure !== null && <NoticeBox kind="fault">{failureText(t, care.failure)}</NoticeBox>}
      <p class="spoken" role="status">
        {newest !== undefined && `${t(`care.action.${newest.action}`)}: ${became(t, newest)}`}
      </p>
      {care.known !== null && (
        <Table
          caption={t('care.last')}
          rows={actions}
          rowId={({ id }) => id}
          empty={t('care.none')}
          columns={[
            { id: 'what', label: t('care.what'), cell: ({ action }) => t(`care.action.${action}`) },
            {
              id: 'became',
              label: t('care.became'),
              cell: (action) => (
                <>
                  <Badge kind={STATES[action.state] ?? 'info'}>{t(`care.state.${action.state}`)}</Badge>{' '}
                  {action.outcome !== '' && <span>{outcomeWords(t, action)}</span>}
                  {action.state === 'done' && HAS_RESULT.has(action.action) && (
                    <Button
                      look="plain"
                      label={`${t('care.look')}: ${t(`care.action.${action.action}`)}, ${instant(action.asked_at, lang)}`}
                      onClick={() => void look(action.id)}
                    >
                      {t('care.look')}
                    </Button>
                  )}
                </>
              ),
            },
            { id: 'when', label: t('care.when'), cell: ({ asked_at }) => instant(asked_at, lang) },
            {
              id: 'who',
              label: t('care.who'),
              cell: ({ by }) =>
                by.kind === 'device' ? t('care.atKiosk') : by.name || by.id || t(`audit.by.${by.kind}`),
            },
          ]}
        />
      )}
      {asking !== null && (
        <CareDialog
          action={asking}
          languages={languages}
          onClose={() => setAsking(null)}
          onAsk={(wish) => {
            setAsking(null);
            void care.ask(wish);
          }}
        />
      )}
      {shown !== null && <CareResult answer={shown} name={name} onClose={() => setShown(null)} />}
    </section>
  );
}

type Words = ReturnType<typeof useAdmin>['t'];

function became(t: Words, action: DeviceActionView): string {
  return [t(`care.state.${action.state}`), outcomeWords(t, action)].filter(Boolean).join(t('shared.comma'));
}

/** Some devices report that the action worked although the result could not be stored. */
function outcomeWords(t: Words, { state, outcome }: DeviceActionView): string {
  if (outcome === '') return '';
  return t(state === 'done' && outcome === 'not-kept' ? 'care.unkept' : `care.outcome.${outcome}`);
}

interface CareResultProps {
  readonly answer: DeviceActionAnswer;
  /** Name of the device. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Screenshot or log that a device sent. */
function CareResult({ answer: { action, picture, text }, name, onClose }: CareResultProps): JSX.Element {
  const { t } = useStaff();
  const isPicture = action.action === 'screenshot';
  const title = t(isPicture ? 'care.pictureOf' : 'care.logOf', { name });
  const isGone = picture === '' && text === '';
  const save = (): void => {
    const file = `${action.asked_at.replaceAll(/[:.]/g, '-')}.${isPicture ? 'png' : 'jsonl'}`;
    const bytes = isPicture ? Uint8Array.from(window.atob(picture), (each) => each.charCodeAt(0)) : text;
    saveFile(file, new Blob([bytes]));
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      wide
      actions={
        isGone ? undefined : (
          <Button look="main" onClick={save}>
            {t('care.save')}
          </Button>
        )
      }
    >
      {isGone && <NoticeBox kind="info">{t('care.gone')}</NoticeBox>}
      {picture !== '' && <img class="care-picture" src={`data:image/png;base64,${picture}`} alt={title} />}
      {text !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <pre class="care-log" dir="ltr" tabIndex={0}>
          {text}
        </pre>
      )}
    </Dialog>
  );
}
