/** Dialog for a secret that is shown only now. */
import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useStaff } from '../../shared/staff.ts';
import { Copied } from '../parts/copied.tsx';

export interface Secret {
  readonly title: string;
  readonly value: string;
  /** What the user should do with the secret. */
  readonly use: string;
  /** More values with a copy button, such as a page address that contains the key. */
  readonly more?: readonly { readonly label: string; readonly value: string }[];
}

interface SecretDialogProps {
  readonly secret: Secret;
  readonly onClose: () => void;
}

/** Shows a secret that the server returns only once. */
export function SecretDialog({ secret, onClose }: SecretDialogProps): JSX.Element {
  const { t } = useStaff();
  return (
    <Dialog
      title={secret.title}
      onClose={onClose}
      wide
      actions={
        <Button look="main" onClick={onClose}>
          {t('secret.done')}
        </Button>
      }
    >
      <NoticeBox kind="attention">{t('secret.once')}</NoticeBox>
      <p>{secret.use}</p>
      {[{ label: secret.title, value: secret.value }, ...(secret.more ?? [])].map(({ label, value }) => (
        <Copied key={label} label={label} value={value} />
      ))}
    </Dialog>
  );
}
