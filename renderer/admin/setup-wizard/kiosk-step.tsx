/** Wizard step: kiosk. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { replaceItem } from '../../../main/site/contract/endpoints.ts';
import type { Device } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { CheckField, TextField } from '../../shared/components/field.tsx';
import { Form } from '../../shared/components/form.tsx';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { DeviceStep } from './device-step.tsx';
import type { StepProps } from './step-props.ts';
import { kiosksIn } from './steps.ts';
import { useWrite } from './use-write.ts';

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
  const { session, notices } = useAdmin();
  const writing = useWrite();
  const [text, setText] = useState(shownAddress(device.printer));
  const save = async (): Promise<void> => {
    const printer = printerAddress(text);
    if (
      await writing.write(() => session.rest.call(REPLACE, { id: device.id }, { document: { ...device, printer } }))
    ) {
      notices.tell('good', g('device.saved'));
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
  const { session } = useAdmin();
  const writing = useWrite();
  /** Values not saved yet: a check box keeps focus and value while another request is pending. */
  const [wished, setWished] = useState<Partial<Device>>({});
  const shown = { ...device, ...wished };
  const change = (wish: Partial<Device>): void => setWished({ ...wished, ...wish });
  useEffect(() => {
    if (writing.busy || Object.keys(wished).length === 0) return;
    void writing
      .write(() => session.rest.call(REPLACE, { id: device.id }, { document: shown }))
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
