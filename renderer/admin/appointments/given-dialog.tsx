/** Dialog of an issued ticket: number, QR code, print. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import english from '../../../assets/locales/en/paper.json';
import { writingDirection } from '../../../main/lib/writing-direction.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { QrCode } from '../../shared/components/qr-code.tsx';
import { createTexts, languageTag, type TextFile, textLoaders } from '../../shared/i18n.ts';
import { useAdmin } from '../model/admin.ts';
import type { HandedTicket } from './give-ticket.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/paper.json', '!../../../assets/locales/en/*.json'],
  { import: 'default' },
);

const texts = createTexts(english, textLoaders(files));

/** The number is said, can be taken along with a phone, and is printed by the printer of this computer. */
export function GivenDialog({
  ticket,
  file,
  onClose,
}: {
  readonly ticket: HandedTicket;
  readonly file: SiteFile;
  readonly onClose: () => void;
}): JSX.Element {
  const { t } = useAdmin();
  const words = usePaperWords(ticket.lang);
  const { number, page, before, lang } = ticket;
  const service = file.services.find(({ id }) => id === ticket.service);
  const location = file.locations.find(({ id }) => id === service?.location);
  return (
    <Dialog
      title={t('checkIn.number', { number })}
      onClose={onClose}
      actions={
        <>
          <Button look="main" busy={words === null} onClick={() => window.print()}>
            {t('walkIn.print')}
          </Button>
          <Button onClick={onClose}>{t('shared.close')}</Button>
        </>
      }
    >
      {words !== null && (
        // The visitor may read it from the screen as well.
        <div class="given" lang={languageTag(lang)} dir={writingDirection(lang)}>
          <p dir="auto">{inLanguage(location, lang)}</p>
          <p class="given-number" dir="ltr">
            {number}
          </p>
          <p dir="auto">{inLanguage(service, lang)}</p>
          <p>{words('people', { count: before })}</p>
          <p dir="ltr">{ticket.at}</p>
          {page !== '' && (
            <>
              <QrCode class="given-code" text={page} label={words('follow')} />
              <p>{words('follow')}</p>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface Named {
  readonly name: string;
  readonly translations: Readonly<Record<string, { readonly name: string }>>;
}

function inLanguage(thing: Named | undefined, lang: string): string {
  return thing?.translations[lang]?.name || (thing?.name ?? '');
}

/**
 * The words on a ticket, in the language of its visitor. They come when a ticket is there.
 * Null until they are there: a ticket is not printed in two languages.
 */
function usePaperWords(lang: string): TFunction | null {
  const [, redraw] = useState(0);
  const ready = texts.ready(lang);
  useEffect(() => {
    if (ready === null) void texts.load(lang).then(() => redraw((count) => count + 1));
  }, [lang]);
  return ready;
}
