/** Choice of the services that this clerk calls. */
import type { JSX } from 'preact';
import { serviceColours } from '../../shared/site-colours.ts';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';

/** Services that this clerk calls. Applies to the list and the next call. */
export function ServiceChoice(): JSX.Element | null {
  const { t, session } = useStaff();
  const counter = useCounter();
  const served = (counter.data.value?.services ?? []).filter((service) => service.served);
  if (served.length < 2 || !session.may('qm_qmpad_select_services')) return null;
  const chosen = counter.chosen.value;
  const toggle = (id: string): void => {
    const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
    counter.choose(next.length === served.length ? [] : next);
  };
  const names = served.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <details class="services" open={chosen.length > 0}>
      <summary>
        <span class="services-title">{t('lists.services')}</span>
        <span class="services-now">
          {names.length === 0
            ? t('lists.allServices')
            : t('lists.someServices', { names: names.join(t('shared.comma')) })}
        </span>
      </summary>
      <fieldset class="services-list" aria-label={t('lists.services')}>
        {served.map(({ id, name, tag, colour, waiting }) => (
          <button
            key={id}
            type="button"
            class="service"
            aria-pressed={chosen.length === 0 || chosen.includes(id)}
            onClick={() => (chosen.length === 0 ? counter.choose([id]) : toggle(id))}
          >
            <bdi class="label" dir="ltr" style={serviceColours(colour)}>
              {tag}
            </bdi>
            <span class="service-name">{name}</span>
            <span class="count">{waiting}</span>
          </button>
        ))}
      </fieldset>
    </details>
  );
}
