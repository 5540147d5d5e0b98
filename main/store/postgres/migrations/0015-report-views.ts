/** Reports that somebody has saved, each as JSON (`view`). `sent_day`: of the last sending that is done; empty before the first. */
const TEXT = 'text COLLATE "C" NOT NULL';

export const reportViewsMigration = `
CREATE TABLE report_view (
  user_id ${TEXT},
  id ${TEXT},
  view ${TEXT},
  sent_day ${TEXT},
  PRIMARY KEY (user_id, id)
);
`;
