/** Dialog for the details of a remote action. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type DeviceAction, MAX_MESSAGE_LETTERS } from '../../../main/devices/contract/device-actions.ts';
import { simpleLanguage } from '../../../main/lib/simple-language.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { SimpleTexts } from '../fields/simple-texts.tsx';
import { textsName } from '../model/language-name.ts';
import type { ActionRequest } from './remote-actions.ts';

interface CareDialogProps {
  readonly action: DeviceAction;
  readonly languages: readonly string[];
  readonly onAsk: (wish: ActionRequest) => void;
  readonly onClose: () => void;
}

/** What has to be said before it is asked of the device: which ticket, what visitors read, or that one is sure. */
export function CareDialog({ action, languages, onAsk, onClose }: CareDialogProps): JSX.Element {
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
      actions={
        <>
          <Button look="main" type="submit">
            {t(`care.action.${action}`)}
          </Button>
          <Button onClick={onClose}>{t('shared.cancel')}</Button>
        </>
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
