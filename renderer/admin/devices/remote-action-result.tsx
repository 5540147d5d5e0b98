import type { JSX } from 'preact';
import type { DeviceActionAnswer } from '../../../main/devices/contract/rest/device-actions.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useStaff } from '../../shared/staff.ts';
import { saveFile } from '../model/save-file.ts';

interface CareResultProps {
  readonly answer: DeviceActionAnswer;
  /** Of the device. */
  readonly name: string;
  readonly onClose: () => void;
}

/** The picture or the log that a device has sent. */
export function CareResult({ answer: { action, picture, text }, name, onClose }: CareResultProps): JSX.Element {
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
