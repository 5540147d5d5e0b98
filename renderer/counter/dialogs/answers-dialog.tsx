import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import type { TicketAnswersAnswer } from '../../../main/forms/contract/rest/form-questions.ts';
import { READ_TICKET_ANSWERS } from '../../../main/forms/contract/ticket-answer-endpoints.ts';
import type { RestResult } from '../../shared/api-client.ts';
import { Dialog } from '../../shared/components/dialog.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import { AnswerList } from '../parts/answer-list.tsx';

type Got = RestResult<Static<typeof TicketAnswersAnswer>>;

/** What a visitor who is not here yet has answered: to look at. */
export function AnswersDialog({ ticket }: { readonly ticket: EventTicket }): JSX.Element {
  const { t, session } = useStaff();
  const counter = useCounter();
  const [got, setGot] = useState<Got | null>(null);
  useEffect(() => {
    let open = true;
    void session.rest.call(READ_TICKET_ANSWERS, { ticket_id: ticket.ticket_id }).then((answer) => {
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
