/** Dialog for the outcomes of a visit. */
import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import type { OutcomesQuestion } from '../open-dialog.ts';
import { DeskDialog } from '../parts/desk-dialog.tsx';

/** Number keys 1 to 9 choose from the open list. Uses the digit on the key, whatever the script. */
function useNumberKeys(choose: (place: number, withShift: boolean) => void): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? (/^[1-9]$/.test(event.key) ? event.key : '');
      if (digit === '') return;
      event.preventDefault();
      event.stopPropagation();
      choose(Number(digit) - 1, event.shiftKey);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  });
}

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

/** Reason of a break: one touch, or its number. */
export function BreakDialog(): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const reasons = counter.data.value?.break_reasons ?? [];
  const leave = (state: 'break' | 'closed', reason: string): void => {
    counter.closeDialog();
    void counter.act.setDesk(state, reason);
  };
  useNumberKeys((place) => {
    const reason = reasons[place];
    if (reason !== undefined) leave('break', reason.id);
  });
  return (
    <DeskDialog title={t('work.why')} actions={<Button onClick={() => leave('closed', '')}>{t('work.close')}</Button>}>
      <ul class="choices">
        {reasons.map(({ id, name }, at) => (
          <li key={id}>
            <button
              type="button"
              class="choice choice-numbered"
              aria-keyshortcuts={at < 9 ? String(at + 1) : undefined}
              onClick={() => leave('break', id)}
            >
              <strong dir="auto">{name}</strong>
              {at < 9 && (
                <span class="key-hint" aria-hidden="true">
                  {at + 1}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </DeskDialog>
  );
}
