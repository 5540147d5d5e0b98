import type { JSX } from 'preact';
import { QrCode } from '../../shared/components/qr-code.tsx';
import { deskLink } from '../../shared/desk-link.ts';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { textOf } from '../model/item.ts';
import { Copied } from '../parts/copied.tsx';

/** Link that assigns a browser to this desk's counter page. */
export function DeskPanel(): JSX.Element | null {
  const { t } = useStaff();
  const { saved } = useEditor();
  if (saved === null) return null;
  const link = deskLink(textOf(saved, 'id'), window.location.href);
  const name = textOf(saved, 'name');
  return (
    <section class="card panel" aria-labelledby="desk-link">
      <h2 id="desk-link">{t('deskLink.heading')}</h2>
      <p class="soft">{t('deskLink.about')}</p>
      <Copied label={t('deskLink.label', { name })} value={link} />
      <QrCode class="desk-qr" text={link} label={t('deskLink.qr', { name })} />
    </section>
  );
}
