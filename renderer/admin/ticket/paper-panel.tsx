/** Preview of the printed ticket. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CallerParameters } from '../../../main/rest/contract/endpoint.ts';
import { PREVIEW_TICKET } from '../../../main/site/contract/endpoints.ts';
import type { TicketPreviewAnswer, TicketPreviewParameters } from '../../../main/site/contract/rest/previews.ts';
import type { RestFailure, RestResult } from '../../shared/api-client.ts';
import { EmptyState } from '../../shared/components/empty-state.tsx';
import { CheckField, SelectField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { listOf, nameOf, textOf } from '../model/item.ts';
import { languageName } from '../model/language-name.ts';
import { latestRequest } from '../model/latest-only.ts';
import { address } from '../model/router.ts';
import { spokenTicket, withoutBlanks } from './ticket-part.ts';

/** Debounce while the user types. */
const REST_MS = 500;
/** Dots of the common paper widths. */
const WIDTHS = [576, 512, 384] as const;

interface Paper {
  readonly answer: TicketPreviewAnswer;
  /** Layout of this preview. */
  readonly layout: unknown;
}

interface Wish {
  readonly asked: CallerParameters<typeof TicketPreviewParameters>;
  readonly draft: string;
  readonly layout: unknown;
}

/** Preview of the printed ticket, drawn by the printer's own code while the user edits. */
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

  // Drawing may take longer than the debounce.
  const wishes = useMemo(
    () =>
      latestRequest<Wish, RestResult<TicketPreviewAnswer>>(
        ({ asked, draft }) => session.rest.call(PREVIEW_TICKET, asked, { document: JSON.parse(draft) }),
        (got, wish) => {
          if (got.ok) setPaper({ answer: got.value, layout: wish.layout });
          setFailure(got.ok ? null : got.error);
        },
      ),
    [session],
  );
  useEffect(() => () => wishes.end(), [wishes]);

  useEffect(() => {
    if (!isReady) return;
    const timer = window.setTimeout(() => {
      wishes.ask({ asked: { service_id: serviceId, dots: Number(dots), priority, lang }, draft, layout });
    }, REST_MS);
    return () => window.clearTimeout(timer);
  }, [draft, serviceId, lang, dots, priority, isReady, wishes]);

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
      {!isReady && <EmptyState text={t('paper.nothing')} />}
      {failure !== null && (
        <NoticeBox kind={isRefused ? 'info' : 'attention'}>
          {isRefused ? t('paper.faulty') : failureText(t, failure)}
        </NoticeBox>
      )}
      {answer?.shortened === true && <NoticeBox kind="attention">{t('paper.shortened')}</NoticeBox>}
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

function spoken({ texts, lang }: TicketPreviewAnswer, layout: unknown): string {
  const { extra_text: extra, footer_text: footer, ...others } = texts;
  return spokenTicket(layout, lang, { ...others, extra, footer });
}
