/** Box that pairs a device by the code on its screen. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { PAIR_DEVICE } from '../../../main/devices/contract/pairing-endpoints.ts';
import { ERRNO } from '../../../main/lib/result.ts';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { Form } from '../../shared/components/form.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { useGuideTexts } from '../model/use-wizard-texts.ts';

interface PairBoxProps {
  readonly deviceId: string;
  readonly name: string;
  /** Code from the address, if any. */
  readonly first?: string;
}

/** Pairs the screen that shows a code with this device; the key is sent directly to that screen. */
export function PairBox({ deviceId, name, first = '' }: PairBoxProps): JSX.Element | null {
  const { t, session } = useAdmin();
  const g = useGuideTexts();
  const [code, setCode] = useState(first);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [from, setFrom] = useState<string | null>(null);
  if (g === null) return null;

  const pair = async (): Promise<void> => {
    if (busy || code.trim() === '') return;
    setBusy(true);
    const answer = await session.rest.call(PAIR_DEVICE, { id: deviceId, code: code.trim() });
    setBusy(false);
    setFrom(answer.ok ? answer.value.address : null);
    if (answer.ok) {
      setFault('');
      setCode('');
      return;
    }
    const { error } = answer;
    const ofCode = error.kind === 'refused' && error.parameter === 'code' ? error.errno : null;
    if (ofCode === ERRNO.notFound) setFault(g('pair.unknown'));
    else setFault(ofCode === ERRNO.cannotConclude ? g('pair.other') : failureText(t, error));
  };
  return (
    <Form class="pair-box" onSubmit={pair}>
      <p class="soft">{g('pair.how', { address: new URL('../pair', window.location.href).href.replace(/#.*/, '') })}</p>
      <div class="pair pair-button">
        <TextField
          label={g('pair.code')}
          value={code}
          onInput={(text) => {
            setCode(text.toUpperCase());
            setFault('');
          }}
          dir="ltr"
          maxLength={20}
          fault={fault}
        />
        <Button type="submit" busy={busy} off={code.trim() === ''}>
          {g('pair.go')}
        </Button>
      </div>
      <div role="status">
        {from !== null && <NoticeBox kind="good">{g('pair.done', { name, address: from })}</NoticeBox>}
      </div>
    </Form>
  );
}
