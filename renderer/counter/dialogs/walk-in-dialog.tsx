/** Dialog that issues a walk-in ticket without paper. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { CheckField, TextField } from '../../shared/components/field.tsx';
import { FormFault } from '../../shared/components/notice.tsx';
import { serviceColours } from '../../shared/site-colours.ts';
import { useStaff } from '../../shared/staff.ts';
import { expectation } from '../amounts.ts';
import { useCounter } from '../model.ts';
import { DeskDialog } from '../parts/desk-dialog.tsx';

/** Issues a number for a visitor at the desk, without paper. */
export function WalkInDialog(): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const services = counter.data.value?.services ?? [];
  const [chosen, setChosen] = useState(() => {
    const served = services.filter((service) => service.served && service.open);
    return served.length === 1 ? (served[0]?.id ?? '') : '';
  });
  const [name, setName] = useState('');
  const [priority, setPriority] = useState(false);
  const [fault, setFault] = useState('');
  const service = services.find(({ id }) => id === chosen);
  const busy = counter.act.isBusy.value;

  const make = async (serve: boolean): Promise<void> => {
    if (service === undefined) {
      setFault(t('walkIn.choose'));
      return;
    }
    const asked = { serviceId: service.id, name: name.trim(), priority: priority && service.priority_allowed, serve };
    if (await counter.act.walkIn(asked)) counter.closeDialog();
  };
  return (
    <DeskDialog
      title={t('walkIn.title')}
      onSubmit={() => void make(service?.served !== false)}
      actions={
        <>
          {service?.served !== false && (
            <Button look="main" type="submit" busy={busy}>
              {t('walkIn.serve')}
            </Button>
          )}
          <Button look={service?.served === false ? 'main' : 'normal'} busy={busy} onClick={() => void make(false)}>
            {t('walkIn.queue')}
          </Button>
        </>
      }
    >
      <h3>{t('walkIn.service')}</h3>
      <ul class="choices choices-tight">
        {services
          .toSorted((a, b) => Number(b.served) - Number(a.served))
          .map((service) => ({ ...service, more: expectation(service, t) }))
          .map(({ id, name: words, tag, colour, open, served, more }) => (
            <li key={id}>
              <button
                type="button"
                class="choice"
                aria-pressed={chosen === id}
                aria-disabled={!open || undefined}
                onClick={() => {
                  if (!open) return;
                  setChosen(id);
                  setFault('');
                }}
              >
                <span class="choice-service">
                  <bdi class="label" dir="ltr" style={serviceColours(colour)}>
                    {tag}
                  </bdi>
                  <strong>{words}</strong>
                </span>
                <span class="choice-more">{open && !served ? t('walkIn.notServed') : more}</span>
              </button>
            </li>
          ))}
      </ul>
      <FormFault kind="attention" text={fault} />
      <TextField label={t('walkIn.name')} value={name} onInput={setName} maxLength={200} />
      {service?.priority_allowed !== false && (
        <CheckField label={t('walkIn.priority')} checked={priority} onChange={setPriority} />
      )}
    </DeskDialog>
  );
}
