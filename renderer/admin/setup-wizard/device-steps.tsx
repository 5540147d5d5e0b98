/** Wizard steps: kiosk, display, first ticket. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DeviceAction } from '../../../main/devices/contract/device-actions.ts';
import { CREATE_DEVICE_KEY } from '../../../main/devices/contract/endpoints.ts';
import { createItem, replaceItem } from '../../../main/site/contract/endpoints.ts';
import { DEVICE_TYPE, type Device, type Location } from '../../../main/site/contract/site.ts';
import type { Rest, RestResult } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { EmptyState } from '../../shared/components/empty-state.tsx';
import { CheckField, TextField } from '../../shared/components/field.tsx';
import { Form } from '../../shared/components/form.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { DeviceCell } from '../devices/device-cell.tsx';
import { useRemoteActions } from '../devices/remote-actions.ts';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { useLive } from '../model/feeds.ts';
import { address } from '../model/router.ts';
import { PairBox } from '../pairing/pair-box.tsx';
import { useUndo } from '../undo/use-undo.tsx';
import { RECOMMENDED_KIOSK } from './build-organisation.ts';
import type { StepProps } from './step-props.ts';
import { displaysIn, kiosksIn } from './steps.ts';
import { useWrite } from './use-write.ts';

/** State of a kiosk or display, and how to open its page on this computer. */
function DeviceStep({
  g,
  location,
  page,
  device,
  pairs = false,
  children,
}: Omit<StepProps, 'file'> & {
  readonly page: 'kiosk' | 'display';
  readonly device: Device | undefined;
  /** Whether another screen can be paired. */
  readonly pairs?: boolean;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { t, session, feeds } = useAdmin();
  const writing = useWrite();
  const isKiosk = page === 'kiosk';
  const snapshot = useLive(feeds, [location.id]).get(location.id);
  const live = snapshot?.state?.devices.find(({ device_id }) => device_id === device?.id);
  if (device === undefined) {
    const fresh = {
      name: g(`house.${page}`),
      type: isKiosk ? DEVICE_TYPE.kiosk : DEVICE_TYPE.display,
      location: location.id,
      ...(isKiosk ? RECOMMENDED_KIOSK : {}),
    };
    return (
      <>
        <EmptyState text={g('device.none')} />
        <div>
          <Button
            onClick={() =>
              void writing.write(
                () => session.rest.call(createItem('devices'), {}, { document: fresh }),
                t('edit.saved'),
              )
            }
          >
            {g(isKiosk ? 'device.addKiosk' : 'device.addDisplay')}
          </Button>
        </div>
        <FailureBox failure={writing.failure} />
      </>
    );
  }
  const open = (): void => void writing.write(() => openDevice(session.rest, page, device.id, session.key() !== null));
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{g('device.state')}</dt>
          <dd>
            <DeviceCell device={device} live={live} snapshot={snapshot} />
          </dd>
        </div>
      </dl>
      {children}
      <h3>{g('device.here')}</h3>
      <div>
        <Button busy={writing.busy} onClick={open}>
          {g(isKiosk ? 'device.openKiosk' : 'device.openDisplay')}
        </Button>
      </div>
      <FailureBox failure={writing.failure} />
      {pairs && (
        <>
          <h3>{g('pair.heading')}</h3>
          <PairBox deviceId={device.id} name={device.name} />
        </>
      )}
      <p>
        <a href={address(['devices', device.id])}>{g('device.edit')}</a>
      </p>
    </>
  );
}

/**
 * Opens a device's page in a new tab, with a new key if keys are required.
 * @param needsKey whether keys are required; the device's previous key is revoked
 * @returns why it was not opened, if it was not
 */
async function openDevice(
  rest: Rest,
  page: 'kiosk' | 'display',
  id: string,
  needsKey: boolean,
): Promise<RestResult<unknown>> {
  const url = new URL(`../${page}/`, window.location.href);
  url.hash = '';
  url.searchParams.set('device', id);
  // Opened synchronously: browsers allow popups only during a click.
  const tab = window.open('about:blank', '_blank');
  if (needsKey) {
    const made = await rest.call(CREATE_DEVICE_KEY, { id });
    if (!made.ok) {
      tab?.close();
      return made;
    }
    url.hash = `key=${made.value.key}`;
  }
  if (tab === null) window.location.href = url.href;
  else {
    tab.opener = null;
    tab.location.href = url.href;
  }
  return { ok: true, value: null };
}

const REPLACE = replaceItem('devices');
/** Raw printing port of receipt printers. */
const PRINTER_PORT = 9100;

export function KioskStep({ g, file, location }: StepProps): JSX.Element {
  const device = kiosksIn(file)[0];
  return (
    <DeviceStep g={g} location={location} page="kiosk" pairs device={device}>
      {device !== undefined && (
        <>
          <PrinterAddress key={device.id} g={g} device={device} />
          <HelpForVisitors g={g} device={device} />
        </>
      )}
    </DeviceStep>
  );
}

function PrinterAddress({ g, device }: Pick<StepProps, 'g'> & { readonly device: Device }): JSX.Element {
  const { session } = useAdmin();
  const undo = useUndo();
  const writing = useWrite();
  const [text, setText] = useState(shownAddress(device.printer));
  const save = async (): Promise<void> => {
    const printer = printerAddress(text);
    if (
      await writing.write(() => session.rest.call(REPLACE, { id: device.id }, { document: { ...device, printer } }))
    ) {
      undo.tell(g('device.saved'));
    }
  };
  return (
    <Form class="guide-add" onSubmit={save}>
      <TextField
        label={g('device.printer')}
        hint={g('device.printerHint')}
        value={text}
        onInput={setText}
        dir="ltr"
        maxLength={1000}
      />
      <Button type="submit" busy={writing.busy} off={printerAddress(text) === device.printer}>
        {g('device.savePrinter')}
      </Button>
      <FailureBox failure={writing.failure} />
    </Form>
  );
}

/** Help for visitors who cannot read well: asked here, since few would find it in the settings. */
function HelpForVisitors({ g, device }: Pick<StepProps, 'g'> & { readonly device: Device }): JSX.Element {
  const { t, session } = useAdmin();
  const writing = useWrite();
  /** Values not saved yet: a check box keeps focus and value while another request is pending. */
  const [wished, setWished] = useState<Partial<Device>>({});
  const shown = { ...device, ...wished };
  const change = (wish: Partial<Device>): void => setWished({ ...wished, ...wish });
  useEffect(() => {
    if (writing.busy || Object.keys(wished).length === 0) return;
    void writing
      .write(() => session.rest.call(REPLACE, { id: device.id }, { document: shown }), t('edit.saved'))
      .then(() => setWished((now) => (now === wished ? {} : now)));
  }, [wished, writing.busy]);
  return (
    <fieldset class="guide-help">
      <legend>{g('device.help')}</legend>
      <CheckField
        label={g('device.listen')}
        hint={g('device.listenHint')}
        checked={shown.speech === 'loudspeaker'}
        onChange={(on) => change({ speech: on ? 'loudspeaker' : 'headset' })}
      />
      <CheckField
        label={g('device.callStaff')}
        hint={g('device.callStaffHint')}
        checked={shown.staff_call}
        onChange={(on) => change({ staff_call: on })}
      />
      <FailureBox failure={writing.failure} />
    </fieldset>
  );
}

const SCHEME = /^(none|usb|cups|spool):/i;

/** Normalises a typed printer address: one without a scheme is a network address. */
function printerAddress(text: string): string {
  const plain = text.trim();
  if (plain === '' || plain.includes(':/') || SCHEME.test(plain)) return plain;
  const hasPort = /^[^:]+:\d+$|\]:\d+$/.test(plain);
  return `tcp://${hasPort ? plain : `${plain}:${PRINTER_PORT}`}`;
}

function shownAddress(printer: string): string {
  const suffix = `:${PRINTER_PORT}`;
  const plain = printer.replace(/^tcp:\/\//, '');
  return plain.endsWith(suffix) ? plain.slice(0, -suffix.length) : plain;
}

export function DisplayStep({ g, file, location }: StepProps): JSX.Element {
  const device = displaysIn(file)[0];
  return (
    <DeviceStep g={g} location={location} page="display" pairs device={device}>
      {device !== undefined && <TestCall location={location} device={device} />}
    </DeviceStep>
  );
}

/** Remote actions of the device, and the last request of one of them. */
function useTest(location: Location, device: Device, test: DeviceAction) {
  const { feeds } = useAdmin();
  const devices = useLive(feeds, [location.id]).get(location.id)?.state?.devices;
  const care = useRemoteActions(device.id, devices?.find(({ device_id }) => device_id === device.id)?.status.can ?? '');
  return { care, last: care.known?.actions.find(({ action }) => action === test) };
}

/** Test call on the display, available once it is connected. */
function TestCall({ location, device }: Pick<StepProps, 'location'> & { readonly device: Device }): JSX.Element | null {
  const { t } = useAdmin();
  const { care, last } = useTest(location, device, 'test-call');
  if (care.known?.can.includes('test-call') !== true) return null;
  return (
    <>
      <div>
        <Button busy={care.busy} onClick={() => void care.ask({ action: 'test-call' })}>
          {t('care.action.test-call')}
        </Button>
      </div>
      {care.failure !== null && <NoticeBox kind="fault">{failureText(t, care.failure)}</NoticeBox>}
      <p role="status">{last !== undefined && t(`care.state.${last.state}`)}</p>
    </>
  );
}

/** Final check: a test page and the first ticket. */
export function TicketStep({ g, file, location }: StepProps): JSX.Element {
  const device = kiosksIn(file)[0];
  return (
    <DeviceStep g={g} location={location} page="kiosk" device={device}>
      {device !== undefined && <TestPage g={g} location={location} device={device} />}
    </DeviceStep>
  );
}

function TestPage({ g, location, device }: Omit<StepProps, 'file'> & { readonly device: Device }): JSX.Element {
  const { t } = useAdmin();
  const { care, last } = useTest(location, device, 'test-print');
  const able = care.known?.can.includes('test-print') ?? false;
  const asksProof = care.known?.can.includes('confirm-printer') ?? false;
  return (
    <>
      <div>
        <Button look="main" off={!able} busy={care.busy} onClick={() => void care.ask({ action: 'test-print' })}>
          {g('ticket.test')}
        </Button>
      </div>
      {!able && <p class="soft">{g('ticket.cannot')}</p>}
      {care.failure !== null && <NoticeBox kind="fault">{failureText(t, care.failure)}</NoticeBox>}
      <div role="status">
        {last?.state === 'done' && !asksProof && <NoticeBox kind="good">{g('ticket.printed')}</NoticeBox>}
        {last?.state === 'done' && asksProof && <NoticeBox kind="info">{g('ticket.look')}</NoticeBox>}
        {(last?.state === 'asked' || last?.state === 'taken') && <p>{g('ticket.asked')}</p>}
        {last?.state === 'failed' && (
          <NoticeBox kind="fault">
            {g('ticket.failed', { why: t(`care.outcome.${last.outcome}`, { defaultValue: '' }) })}
          </NoticeBox>
        )}
      </div>
      {last?.state === 'done' && asksProof && (
        <div>
          <Button busy={care.busy} onClick={() => void care.ask({ action: 'confirm-printer' })}>
            {g('ticket.seen')}
          </Button>
        </div>
      )}
    </>
  );
}
