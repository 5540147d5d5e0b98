import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { EventTicket } from '../../../main/contract/events.ts';
import type { TicketQuestion } from '../../../main/contract/rest/form-questions.ts';
import { Dialog } from '../../shared/components/dialog.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import type { RestResult } from '../../shared/rest.ts';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import { AnswerList } from '../parts/answer-list.tsx';

type Got = RestResult<{ readonly questions: readonly TicketQuestion[] }>;

/** What a visitor who is not here yet has answered: to look at. */
export function AnswersDialog({ ticket }: { readonly ticket: EventTicket }): JSX.Element {
  const { t, session } = useStaff();
  const counter = useCounter();
  const [got, setGot] = useState<Got | null>(null);
  useEffect(() => {
    let open = true;
    void session.rest
      .get<{ readonly questions: readonly TicketQuestion[] }>(`v2/tickets/${ticket.ticket_id}/answers`)
      .then((answer) => {
        if (open) setGot(answer);
      });
    return () => {
      open = false;
    };
  }, [ticket.ticket_id]);
  return (
    <Dialog title={t('questions.of', { label: ticket.label })} onClose={counter.closeDialog}>
      {got !== null && !got.ok && <NoticeBox kind="attention">{failureText(t, got.error)}</NoticeBox>}
      {got?.ok === true && (
        <AnswerList questions={got.value.questions.filter(({ stage, answered }) => stage === 'before' || answered)} />
      )}
    </Dialog>
  );
}
