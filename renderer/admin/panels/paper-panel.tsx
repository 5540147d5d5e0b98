import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CheckField, SelectField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import type { RestFailure } from '../../shared/rest.ts';
import { languageName } from '../fields/plain-fields.tsx';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { listOf, nameOf, textOf } from '../model/item.ts';
import type { TicketPreview } from '../model/previews.ts';
import { address } from '../model/router.ts';
import { spokenTicket, withoutBlanks } from '../ticket/ticket-part.ts';

/** Until the hand rests. */
const REST_MS = 500;
/** Printer dots of the usual widths of paper. */
const WIDTHS = [576, 512, 384] as const;

interface Paper {
  readonly answer: TicketPreview;
  /** As it was drawn. */
  readonly layout: unknown;
}

/** The paper as it would come out of the printer, while the texts are being written: drawn by the printer's own code. */
export function PaperPanel(): JSX.Element {
  const { t, session } = useAdmin();
  const { part, item, file, saved } = useEditor();
  const [lang, setLang] = useState('');
  const [service, setService] = useState('');
  const [dots, setDots] = useState<string>('576');
  const [priority, setPriority] = useState(false);
  const [paper, setPaper] = useState<Paper | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);

  const locationId = part === 'locations' ? textOf(saved, 'id') : textOf(item, 'location');
  const services = file.services.filter((one) => one.location === locationId && one.qm_enabled);
  const serviceId = part === 'locations' ? service || (services[0]?.id ?? '') : textOf(item, 'id') || 'preview';
  const location = part === 'locations' ? item : file.locations.find(({ id }) => id === locationId);
  const languages =
    listOf(location, 'languages').length > 0 ? listOf(location, 'languages') : (file.settings?.languages ?? ['en']);
  const draft = JSON.stringify(
    part === 'locations'
      ? { locations: [{ ...item, ticket_layout: withoutBlanks(item.ticket_layout) }] }
      : { services: [{ ...item, id: serviceId }] },
  );
  const layout = location?.ticket_layout;
  const answer = paper?.answer;
  const isReady = serviceId !== '' && (part === 'locations' || locationId !== '');

  useEffect(() => {
    if (!isReady) return;
    let isGone = false;
    const timer = window.setTimeout(() => {
      const query = new URLSearchParams({
        service_id: serviceId,
        dots,
        priority: String(priority),
        ...(lang === '' ? {} : { lang }),
      });
      const path = `v2/admin/ticket-preview?${query.toString()}`;
      void session.rest.post<TicketPreview>(path, JSON.parse(draft) as object).then((got) => {
        if (isGone) return;
        if (got.ok) setPaper({ answer: got.value, layout });
        setFailure(got.ok ? null : got.error);
      });
    }, REST_MS);
    return () => {
      isGone = true;
      window.clearTimeout(timer);
    };
  }, [draft, serviceId, lang, dots, priority, isReady, session]);

  const isRefused = failure?.kind === 'refused';
  return (
    <section class="card panel" aria-labelledby="paper-title">
      <h2 id="paper-title">{t('paper.title')}</h2>
      <div class="pair">
        {part === 'locations' && services.length > 0 && (
          <SelectField
            label={t('fields.service')}
            value={serviceId}
            options={services.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setService}
          />
        )}
        <SelectField
          label={t('shared.language')}
          value={lang || (answer?.lang ?? languages[0] ?? '')}
          options={languages.map((id) => ({ value: id, label: languageName(id) }))}
          onChange={setLang}
        />
        <SelectField
          label={t('paper.width')}
          value={dots}
          options={WIDTHS.map((width) => ({ value: String(width), label: t(`paper.dots.${width}`) }))}
          onChange={setDots}
        />
        <CheckField label={t('paper.priority')} checked={priority} onChange={setPriority} />
      </div>
      {!isReady && <p class="empty">{t('paper.nothing')}</p>}
      {failure !== null && (
        <NoticeBox kind={isRefused ? 'info' : 'attention'}>
          {isRefused ? t('paper.faulty') : failureText(t, failure)}
        </NoticeBox>
      )}
      {answer !== undefined && (
        <div class="paper" data-old={failure !== null || undefined}>
          <img
            class="paper-picture"
            data-dots={answer.dots}
            src={answer.image}
            alt={t('paper.alt', { text: spoken(answer, paper?.layout) })}
          />
          <p class="soft">{t('paper.length', { count: Math.round(answer.length_mm / 10) })}</p>
        </div>
      )}
      {part === 'services' && location !== undefined && (
        <p>
          <a class="link" href={address(['locations', locationId])}>
            {t('paper.layout', { name: nameOf(location) })}
          </a>
        </p>
      )}
    </section>
  );
}

function spoken({ texts, lang }: TicketPreview, layout: unknown): string {
  const { extra_text: extra, footer_text: footer, ...others } = texts;
  return spokenTicket(layout, lang, { ...others, extra, footer });
}
