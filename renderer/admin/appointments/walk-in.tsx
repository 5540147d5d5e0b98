/** Tickets for visitors: dialogs of a walk-in and of the issued ticket. */
import './walk-in.css';
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import english from '../../../assets/locales/en/paper.json';
import { writingDirection } from '../../../main/lib/writing-direction.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { QrCode } from '../../shared/components/qr-code.tsx';
import { createTexts, languageTag, type TextFile, textLoaders } from '../../shared/i18n.ts';
import { useAdmin } from '../model/admin.ts';
import { languageName } from '../model/language-name.ts';
import { newKey } from './check-in.ts';
import { giveTicket, type HandedTicket } from './give-ticket.ts';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/paper.json', '!../../../assets/locales/en/*.json'],
  { import: 'default' },
);

const texts = createTexts(english, textLoaders(files));

interface GivenDialogProps {
  readonly ticket: HandedTicket;
  readonly file: SiteFile;
  readonly onClose: () => void;
}

/** Shows the number, a QR code for the visitor's phone, and prints the ticket on this computer's printer. */
function GivenDialog({ ticket, file, onClose }: GivenDialogProps): JSX.Element {
  const { t } = useAdmin();
  const words = usePaperWords(ticket.lang);
  const { number, page, before, lang } = ticket;
  const service = file.services.find(({ id }) => id === ticket.service);
  const location = file.locations.find(({ id }) => id === service?.location);
  return (
    <Dialog
      title={t('checkIn.number', { number })}
      onClose={onClose}
      leave={t('shared.close')}
      actions={
        <Button look="main" busy={words === null} onClick={() => window.print()}>
          {t('walkIn.print')}
        </Button>
      }
    >
      {words !== null && (
        // Visitors may read the ticket from this screen too.
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
 * Texts of the ticket in the visitor's language, loaded on demand.
 * Null until they are loaded, so that no ticket mixes two languages.
 */
function usePaperWords(lang: string): TFunction | null {
  const [, redraw] = useState(0);
  const ready = texts.ready(lang);
  useEffect(() => {
    if (ready === null) void texts.load(lang).then(() => redraw((count) => count + 1));
  }, [lang]);
  return ready;
}

interface WalkInProps {
  /** Location whose services are offered. */
  readonly location: string;
  /** Values that are known already. */
  readonly known: { readonly service: string; readonly lang: string; readonly name: string };
  /** Id of the appointment that the visitor missed; empty for none. */
  readonly appointment: string;
  readonly onClose: () => void;
}

/** Asks for the service, the visitor's language and, if the organisation wants it, the name. */
function WalkInDialog({
  location,
  known,
  appointment,
  file,
  onClose,
  onGiven,
}: WalkInProps & { readonly file: SiteFile; readonly onGiven: (ticket: HandedTicket) => void }): JSX.Element {
  const { t, session } = useAdmin();
  const services = file.services.filter((each) => each.location === location && each.state === 1);
  const languages = languagesAt(file, location);
  const [service, setService] = useState(known.service || (services[0]?.id ?? ''));
  const [lang, setLang] = useState(languages.includes(known.lang) ? known.lang : (languages[0] ?? ''));
  const [name, setName] = useState(known.name);
  const [priority, setPriority] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  // A retry with the same input returns the same number; other input gets a new number.
  const keys = useRef(new Map<string, string>());
  const mayBeFirst = services.find(({ id }) => id === service)?.priority_allowed === true;

  const give = async (): Promise<void> => {
    if (busy || service === '') return;
    // With another service than the one of the appointment, the visitor takes an ordinary ticket.
    const late = service === known.service ? appointment : '';
    const wish = { service, lang, name: name.trim(), appointment: late, priority: priority && mayBeFirst };
    const key = keys.current.get(JSON.stringify(wish)) ?? newKey();
    keys.current.set(JSON.stringify(wish), key);
    setBusy(true);
    const given = await giveTicket(wish, { t, rest: session.rest, file, key });
    setBusy(false);
    if (given.ok) onGiven(given.value);
    else setFault(given.error);
  };

  return (
    <Dialog
      title={t('walkIn.title')}
      onClose={onClose}
      onSubmit={() => void give()}
      leave={t('shared.cancel')}
      actions={
        <Button look="main" type="submit" busy={busy} off={service === ''}>
          {t('walkIn.give')}
        </Button>
      }
    >
      {appointment !== '' && <p>{t('walkIn.late')}</p>}
      <SelectField
        label={t('fields.service')}
        value={service}
        options={services.map((each) => ({ value: each.id, label: each.name }))}
        onChange={setService}
      />
      <SelectField
        label={t('walkIn.language')}
        value={lang}
        options={languages.map((id) => ({ value: id, label: languageName(id) }))}
        onChange={setLang}
      />
      <TextField label={t('fields.client_name')} value={name} onInput={setName} maxLength={MAX_LETTERS} />
      {mayBeFirst && <CheckField label={t('walkIn.priority')} checked={priority} onChange={setPriority} />}
      <div role="alert">{fault !== '' && <NoticeBox kind="attention">{fault}</NoticeBox>}</div>
    </Dialog>
  );
}

const MAX_LETTERS = 100;

/** Languages of the location, otherwise those of the organisation. */
function languagesAt({ locations, settings }: SiteFile, location: string): readonly string[] {
  const own = locations.find(({ id }) => id === location)?.languages ?? [];
  return own.length > 0 ? own : (settings?.languages ?? []);
}

/**
 * Issues a ticket at reception: asks for service and language, then shows the number with its QR code and prints it.
 */
export function WalkIn(props: WalkInProps): JSX.Element | null {
  const { site } = useAdmin();
  const [given, setGiven] = useState<HandedTicket | null>(null);
  const file: SiteFile | null = site.file.value;
  if (file === null) return null;
  return given === null ? (
    <WalkInDialog key="wish" {...props} file={file} onGiven={setGiven} />
  ) : (
    <GivenDialog key="given" ticket={given} file={file} onClose={props.onClose} />
  );
}
