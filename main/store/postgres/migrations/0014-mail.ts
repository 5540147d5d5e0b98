/**
 * Mail that is to be sent, and how it went. `record` and `content` are JSON; `content` is empty as soon as the mail is sent or given
 * up, and nothing else tells who got it or what was in it. `next_try_at`: null unless it waits.
 */
const TEXT = 'text COLLATE "C" NOT NULL';

export const mailMigration = `
CREATE TABLE mail (
  id ${TEXT} PRIMARY KEY,
  created_at bigint NOT NULL,
  next_try_at bigint,
  record ${TEXT},
  content ${TEXT}
);
CREATE INDEX mail_waiting ON mail (next_try_at, id) WHERE next_try_at IS NOT NULL;
CREATE INDEX mail_age ON mail (created_at, id);
`;
