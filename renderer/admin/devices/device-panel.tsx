/** Panel of a device: state and key. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DeviceStatus } from '../../../main/devices/contract/device-status.ts';
import { CREATE_DEVICE_KEY, READ_DEVICE_HISTORY, REVOKE_DEVICE_KEY } from '../../../main/devices/contract/endpoints.ts';
import type { DeviceHistoryEntry } from '../../../main/devices/contract/rest/device-history.ts';
import type { EventDevice } from '../../../main/events/contract/events.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { wallClock } from '../../shared/time.ts';
import { KeyButtons } from '../access/key-buttons.tsx';
import { type Secret, SecretDialog } from '../access/secret-dialog.tsx';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { useLive } from '../model/feeds.ts';
import { type Item, listOf, textOf } from '../model/item.ts';
import { languageName } from '../model/language-name.ts';
import { fromNow, instant, number } from '../model/words.ts';
import { PairBox } from '../pairing/pair-box.tsx';
import { separatorOf } from '../value-format/wording.ts';
import { DeviceCell, paperWords } from './device-cell.tsx';
import { displayShortfalls, metres } from './display-words.ts';
import { RemoteActionsPanel } from './remote-actions-panel.tsx';

const PAGE = 10;
const DISPLAY = 9;
const COUNTER = 6;
/** Devices with a page, which get their key by pairing. */
const PAIRABLE: readonly number[] = [1, 4, 5, COUNTER, DISPLAY];
/** Kiosk, concierge and extender, which show the kiosk page, and displays. */
const CARED_FOR: readonly number[] = [1, 4, 5, DISPLAY];

/** Live state of a device, and its key. */
export function DevicePanel(): JSX.Element {
  const { t, session, feeds, site, language, notices } = useAdmin();
  const { saved } = useEditor();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [failure, setFailure] = useState('');
  const device = saved ?? {};
  const id = textOf(device, 'id');
  const location = textOf(device, 'location');
  const snapshot = useLive(feeds, location === '' ? [] : [location]).get(location);
  const live = snapshot?.state?.devices.find(({ device_id }) => device_id === id);

  const make = async (): Promise<void> => {
    const answer = await session.rest.call(CREATE_DEVICE_KEY, { id });
    setFailure(answer.ok ? '' : failureText(t, answer.error));
    if (!answer.ok) return;
    const { key } = answer.value;
    const page = device.type === DISPLAY ? 'display' : device.type === COUNTER ? 'counter' : '';
    const link = new URL(`../${page}/#key=${key}`, window.location.href).href;
    setSecret({
      title: t('key.title', { name: textOf(device, 'name') }),
      value: key,
      use: t(page === '' ? 'key.useKiosk' : 'key.usePage'),
      ...(page === '' ? {} : { more: [{ label: t('key.link'), value: link }] }),
    });
  };
  const end = async (): Promise<void> => {
    const answer = await session.rest.call(REVOKE_DEVICE_KEY, { id });
    setFailure(answer.ok ? '' : failureText(t, answer.error));
    if (answer.ok) notices.tell('good', t('key.ended'));
  };
  const facts = live === undefined ? [] : [...factsOf(live.status), ...measuresOf(t, live, language.id.value)];
  const shortfalls = live === undefined ? [] : displayShortfalls(t, device, live.status, language.id.value);
  return (
    <>
      <section class="card panel" aria-labelledby="device-live">
        <h2 id="device-live">{t('fields.live')}</h2>
        <div class="device-state">
          <DeviceCell device={device} live={live} snapshot={snapshot} hasFacts />{' '}
          {live !== undefined && live.changed_at !== '' && (
            <span class="soft">
              {t(live.connected ? 'live.since' : 'live.seen', {
                time: fromNow(live.changed_at, wallClock(), language.id.value),
              })}
            </span>
          )}
        </div>
        {facts.length > 0 && (
          <dl class="facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{t(`live.fact.${name}`)}</dt>
                <dd>{t(`live.${name}.${value}`, { defaultValue: value })}</dd>
              </div>
            ))}
          </dl>
        )}
        {shortfalls.map((text) => (
          <NoticeBox key={text} kind="attention">
            {text}
          </NoticeBox>
        ))}
      </section>
      {CARED_FOR.includes(Number(device.type)) && (
        <RemoteActionsPanel
          deviceId={id}
          name={textOf(device, 'name')}
          can={live?.status.can ?? ''}
          languages={languagesOf(device, site.file.value)}
        />
      )}
      <DeviceHistory id={id} seen={live?.alarms.map(({ kind }) => kind).join() ?? ''} />
      <section class="card panel" aria-labelledby="device-key">
        <h2 id="device-key">{t('key.heading')}</h2>
        <p class="soft">{t('key.about')}</p>
        {PAIRABLE.includes(Number(device.type)) && <PairBox deviceId={id} name={textOf(device, 'name')} />}
        <KeyButtons sureEnd={t('key.sureEnd')} onMake={make} onEnd={end} />
        {failure !== '' && <NoticeBox kind="fault">{failure}</NoticeBox>}
      </section>
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

/** Languages of a device's visitors: its own, otherwise those of its location, otherwise those of the organisation. */
function languagesOf(device: Item, file: SiteFile | null): readonly string[] {
  const location = file?.locations.find((each) => each.id === device.location);
  const own = [listOf(device, 'languages'), listOf(location, 'languages'), file?.settings?.languages ?? ['en']];
  return own.find((list) => list.length > 0) ?? [];
}

type Fact = readonly [keyof DeviceStatus | 'paper', string];

function factsOf(status: DeviceStatus): readonly Fact[] {
  const all: readonly Fact[] = [
    ['printer', status.printer],
    ['printer_model', status.printer_model],
    ['printer_dots', status.printer_dots === 0 ? '' : String(status.printer_dots)],
    ['printer_confirms', status.printer_confirms],
    ['last_print', status.last_print],
    ['readers', status.readers],
    ['failed_prints', status.failed_prints === 0 ? '' : String(status.failed_prints)],
    ['screen', status.screen],
    ['sound', status.sound],
    ['offline_numbers', status.offline_numbers === 0 ? '' : String(status.offline_numbers)],
    ['offline_tickets', status.offline_tickets === 0 ? '' : String(status.offline_tickets)],
    ['offline_refused', status.offline_refused === 0 ? '' : String(status.offline_refused)],
    ['open_intents', status.open_intents === 0 ? '' : String(status.open_intents)],
    ['last_call', status.last_call],
    ['screen_size', status.screen_size],
    ['version', status.version],
  ];
  return all.filter(([, value]) => value !== '');
}

/** Measured values with units in the page's language. */
function measuresOf(t: TFunction, live: EventDevice, lang: string): readonly Fact[] {
  const { disk_free, clock_off, voices, voiceless, readable_cm, list_lines } = live.status;
  const names = (ids: string): string => ids.split(' ').filter(Boolean).map(languageName).join(separatorOf(lang));
  const unit = (value: number, name: string) =>
    number(value, lang, { style: 'unit', unit: name, unitDisplay: 'short' });
  const all: readonly Fact[] = [
    ['paper', paperWords(t, live, lang)],
    ['voices', names(voices)],
    ['voiceless', names(voiceless)],
    ['readable_cm', readable_cm === 0 ? '' : metres(readable_cm, lang)],
    ['list_lines', list_lines === 0 ? '' : number(list_lines, lang)],
    ['disk_free', disk_free === 0 ? '' : unit(disk_free, 'megabyte')],
    ['clock_off', clock_off === 0 ? '' : unit(clock_off, 'second')],
  ];
  return all.filter(([, value]) => value !== '');
}

/** Connections and alarms of a device, newest first. Reloaded whenever `seen` changes. */
function DeviceHistory({ id, seen }: { readonly id: string; readonly seen: string }): JSX.Element | null {
  const { t, session, language } = useAdmin();
  const [entries, setEntries] = useState<readonly DeviceHistoryEntry[] | null>(null);
  const [next, setNext] = useState('');

  const read = async (before: string, known: readonly DeviceHistoryEntry[], isWanted: () => boolean): Promise<void> => {
    const answer = await session.rest.call(READ_DEVICE_HISTORY, { id, before, limit: PAGE });
    if (!answer.ok || !isWanted()) return;
    setEntries([...known, ...answer.value.entries]);
    setNext(answer.value.next);
  };
  useEffect(() => {
    let isGone = false;
    void read('', [], () => !isGone);
    return () => {
      isGone = true;
    };
  }, [id, seen]);
  if (entries === null) return null;

  return (
    <section class="card panel" aria-labelledby="device-history">
      <h2 id="device-history">{t('deviceHistory.heading')}</h2>
      {entries.length === 0 && <p class="soft">{t('deviceHistory.none')}</p>}
      <ol class="device-history">
        {entries.map(({ number, at, what, alarm }) => (
          <li key={number}>
            <span class="soft">{instant(at, language.id.value)}</span>{' '}
            {t(`deviceHistory.${what}`, {
              alarm: alarm === '' ? '' : t(`shared.alarm.${alarm}`, { defaultValue: alarm }),
            })}
          </li>
        ))}
      </ol>
      {next !== '' && <Button onClick={() => void read(next, entries, () => true)}>{t('list.showMore')}</Button>}
    </section>
  );
}
