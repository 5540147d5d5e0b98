/** Reports that somebody has saved, each as JSON (`view`). `sent_day`: of the last sending that is done; empty before the first. */
export const reportViewsMigration = `
CREATE TABLE report_view (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  view TEXT NOT NULL,
  sent_day TEXT NOT NULL,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;
`;
