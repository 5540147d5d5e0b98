/** Panel of a webhook: deliveries and secret. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import {
  CREATE_WEBHOOK_SECRET,
  LIST_DELIVERIES,
  RESUME_WEBHOOK,
  RETRY_DELIVERY,
  TEST_WEBHOOK,
} from '../../../main/webhooks/contract/endpoints.ts';
import type { DeliveryView, WebhookStateView } from '../../../main/webhooks/contract/rest/webhooks.ts';
import type { RestResult } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { Of } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { Table } from '../../shared/components/table.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { type Secret, SecretDialog } from '../access/secret-dialog.tsx';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { textOf } from '../model/item.ts';
import { instant } from '../model/words.ts';
import { Badge, type BadgeKind } from '../parts/badge.tsx';

const STATES: Readonly<Record<WebhookStateView['state'], BadgeKind>> = {
  off: 'off',
  needs_secret: 'attention',
  on: 'good',
  failing: 'attention',
  paused: 'fault',
};

const DELIVERIES: Readonly<Record<DeliveryView['state'], BadgeKind>> = {
  delivered: 'good',
  waiting: 'info',
  failed: 'fault',
  refused: 'fault',
};

interface Log {
  readonly webhook: WebhookStateView;
  readonly deliveries: readonly DeliveryView[];
  readonly next: string;
}

/** Deliveries of a webhook with their state, and its secret. */
export function WebhookPanel(): JSX.Element {
  const { t, session, language } = useAdmin();
  const { saved } = useEditor();
  const [log, setLog] = useState<Log | null>(null);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<Secret | null>(null);
  const id = textOf(saved, 'id');
  const lang = language.id.value;

  const tell = <Answer,>(answer: RestResult<Answer>): answer is RestResult<Answer> & { readonly ok: true } => {
    setFailure(answer.ok ? '' : failureText(t, answer.error));
    return answer.ok;
  };
  const read = async (before = ''): Promise<void> => {
    const answer = await session.rest.call(LIST_DELIVERIES, { id, before });
    if (!tell(answer)) return;
    const older = before === '' ? [] : (log?.deliveries ?? []);
    setLog({ ...answer.value, deliveries: [...older, ...answer.value.deliveries] });
  };
  useEffect(() => {
    void read();
  }, [id, saved]);
  const act = async (send: () => Promise<RestResult<unknown>>): Promise<void> => {
    setBusy(true);
    const answer = await send();
    setBusy(false);
    if (tell(answer)) await read();
  };
  const makeSecret = async (): Promise<void> => {
    const answer = await session.rest.call(CREATE_WEBHOOK_SECRET, { id });
    if (!tell(answer)) return;
    setSecret({ title: t('webhook.secret'), value: answer.value.secret, use: t('webhook.secretUse') });
    await read();
  };
  const state = log?.webhook;
  return (
    <>
      <section class="card panel" aria-labelledby="webhook-state">
        <h2 id="webhook-state">{t('fields.live')}</h2>
        {state !== undefined && (
          <>
            <p>
              <Badge kind={STATES[state.state]}>{t(`webhook.state.${state.state}`)}</Badge>{' '}
              {state.fault !== '' && <span>{t(`webhook.fault.${state.fault}`)}</span>}
            </p>
            {state.behind > 0 && <p class="soft">{t('webhook.behind', { count: state.behind })}</p>}
            {state.missed > 0 && <NoticeBox kind="attention">{t('webhook.missed', { count: state.missed })}</NoticeBox>}
            {state.next_try_at !== '' && (
              <p class="soft">{t('webhook.next', { time: instant(state.next_try_at, lang) })}</p>
            )}
          </>
        )}
        <div class="adds">
          <Button busy={busy} onClick={() => void act(() => session.rest.call(TEST_WEBHOOK, { id }))}>
            {t('webhook.test')}
          </Button>
          {(state?.state === 'paused' || state?.state === 'failing') && (
            <Button busy={busy} onClick={() => void act(() => session.rest.call(RESUME_WEBHOOK, { id }))}>
              {t('webhook.resume')}
            </Button>
          )}
          <Button onClick={() => void makeSecret()}>{t('webhook.newSecret')}</Button>
        </div>
        {failure !== '' && <NoticeBox kind="fault">{failure}</NoticeBox>}
      </section>
      <div class="card panel">
        <div class="table-head">
          <h2>{t('webhook.log')}</h2>
          <Button look="plain" onClick={() => void read()}>
            {t('webhook.again')}
          </Button>
        </div>
        <Table
          caption={t('webhook.log')}
          rows={log?.deliveries ?? []}
          rowId={({ delivery }) => String(delivery)}
          empty={t('webhook.none')}
          columns={[
            { id: 'at', label: t('fields.scheduled_to'), cell: ({ tried_at }) => instant(tried_at, lang) },
            {
              id: 'type',
              label: t('webhook.event'),
              cell: ({ type }) => t(`enum.events.${type.replaceAll('.', '_')}`),
            },
            {
              id: 'state',
              label: t('webhook.outcome'),
              cell: ({ state: outcome, status, fault, attempts, duration_ms }) => (
                <>
                  <Badge kind={DELIVERIES[outcome]}>{t(`webhook.delivery.${outcome}`)}</Badge>{' '}
                  <span class="soft">
                    {[
                      status === 0 ? '' : String(status),
                      fault === '' ? '' : t(`webhook.fault.${fault}`),
                      t('webhook.attempts', { count: attempts }),
                      `${duration_ms} ms`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </>
              ),
            },
            {
              id: 'retry',
              label: t('webhook.retry'),
              cell: ({ delivery, state: outcome, type }) =>
                outcome === 'delivered' ? (
                  ''
                ) : (
                  <Button
                    look="plain"
                    busy={busy}
                    onClick={() => void act(() => session.rest.call(RETRY_DELIVERY, { id, delivery }))}
                  >
                    {t('webhook.retry')}
                    <Of name={t(`enum.events.${type.replaceAll('.', '_')}`)} />
                  </Button>
                ),
            },
          ]}
        />
        {(log?.next ?? '') !== '' && <Button onClick={() => void read(log?.next)}>{t('audit.more')}</Button>}
      </div>
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}
