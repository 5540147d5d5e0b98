/**
 * Answers to the questions of forms, by ticket. `answer` is a JSON list of texts, NULL once it is made anonymous;
 * `question` and `visible` are as they were when it was given, for the time when the form has changed. The index of
 * due answers and that of tickets with personal data hold only what there is still to erase.
 */
export const formAnswersMigration = `
CREATE TABLE form_answer (
  ticket_id TEXT NOT NULL REFERENCES ticket (id),
  question_id TEXT NOT NULL,
  form_id TEXT NOT NULL,
  stage TEXT NOT NULL,
  place INTEGER NOT NULL,
  question TEXT NOT NULL,
  visible INTEGER NOT NULL,
  answer TEXT,
  answered_at INTEGER NOT NULL,
  anonymise_at INTEGER,
  PRIMARY KEY (ticket_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX form_answer_due ON form_answer (anonymise_at) WHERE anonymise_at IS NOT NULL;

CREATE INDEX ticket_personal ON ticket (location_id, issued_at)
  WHERE client_name <> '' OR custom_field <> '' OR note <> '';

ALTER TABLE idempotency ADD COLUMN ticket_id TEXT NOT NULL DEFAULT '';
CREATE INDEX idempotency_ticket ON idempotency (ticket_id) WHERE ticket_id <> '';
`;
