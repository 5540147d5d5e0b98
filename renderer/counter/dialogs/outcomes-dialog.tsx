/** Dialog for the outcomes of a visit. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import type { OutcomesQuestion } from '../open-dialog.ts';
import { DeskDialog } from '../parts/desk-dialog.tsx';
import { useNumberKeys } from './number-keys.ts';

/** Outcomes of a visit: a touch ends it with one; plus signs collect several with counts. */
export function OutcomesDialog({ current, service, go }: OutcomesQuestion): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const gathered = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const add = (code: string): void => setCounts({ ...counts, [code]: (counts[code] ?? 0) + 1 });
  const done = (all: Readonly<Record<string, number>>): void => {
    counter.closeDialog();
    go(Object.entries(all).map(([code, count]) => ({ code, count })));
  };
  const choose = (code: string): void => done({ ...counts, [code]: (counts[code] ?? 0) + 1 });
  useNumberKeys((place, withShift) => {
    const code = service.outcomes[place]?.code;
    if (code === undefined) return;
    if (withShift) add(code);
    else choose(code);
  });
  return (
    <DeskDialog
      title={t('outcomes.title', { label: current.label })}
      actions={
        (gathered > 0 || !service.outcome_required) && (
          <Button look="main" onClick={() => done(counts)}>
            {gathered > 0 ? t('outcomes.end', { count: gathered }) : t('outcomes.without')}
          </Button>
        )
      }
    >
      <p class="soft">{t('outcomes.text')}</p>
      {(['reason', 'result'] as const).map((kind) => {
        const some = service.outcomes.filter((outcome) => outcome.kind === kind);
        return some.length === 0 ? null : (
          <section key={kind} aria-label={t(`outcomes.${kind}`)}>
            <h3>{t(`outcomes.${kind}`)}</h3>
            <ul class="choices">
              {some.map((outcome) => {
                const place = service.outcomes.indexOf(outcome) + 1;
                const count = counts[outcome.code] ?? 0;
                return (
                  <li key={outcome.code} class="outcome">
                    <button
                      type="button"
                      class="choice choice-numbered"
                      aria-keyshortcuts={place < 10 ? String(place) : undefined}
                      onClick={() => choose(outcome.code)}
                    >
                      <strong dir="auto">{outcome.name}</strong>
                      {count > 0 && <span class="choice-more">× {count}</span>}
                      {place < 10 && (
                        <span class="key-hint" aria-hidden="true">
                          {place}
                        </span>
                      )}
                    </button>
                    <Button label={t('outcomes.more', { name: outcome.name })} onClick={() => add(outcome.code)}>
                      +
                    </Button>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </DeskDialog>
  );
}
