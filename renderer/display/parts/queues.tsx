/** Services of an idle display, with waiting people and times. */
import type { JSX } from 'preact';
import type { DisplayAnswer } from '../../../main/devices/contract/rest/displays.ts';
import type { EventService } from '../../../main/events/contract/events.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { CLOCK, PEOPLE } from '../../shared/components/marks.ts';
import { serviceColours } from '../../shared/site-colours.ts';
import { opening } from '../../shared/time.ts';
import { waitWords } from '../../shared/wait-text.ts';
import { useModel } from '../model.ts';
import { nameIn } from '../names.ts';

const MAX_SHOWN = 6;

interface QueuesProps {
  readonly display: DisplayAnswer;
  readonly services: readonly EventService[];
}

/** The fullest queues first; closed services show their next opening. */
export function Queues({ display, services }: QueuesProps): JSX.Element | null {
  const { lang } = useModel();
  const shown = services
    .toSorted((one, other) => Number(other.open) - Number(one.open) || other.waiting - one.waiting)
    .slice(0, MAX_SHOWN);
  if (shown.length === 0) return null;
  return (
    <ul class="queues">
      {shown.map((service) => {
        const known = display.services.find(({ id }) => id === service.service_id);
        const name = known === undefined ? service.name : nameIn(known, lang.value, display.default_lang);
        return (
          <li key={service.service_id} class="queue" style={serviceColours(service.colour)}>
            {service.tag !== '' && (
              <bdi class="queue-tag" dir="ltr">
                {service.tag}
              </bdi>
            )}
            <strong class="queue-name">{name}</strong>
            <QueueFacts service={service} timeZone={display.location.timezone} />
          </li>
        );
      })}
    </ul>
  );
}

function QueueFacts({ service, timeZone }: { readonly service: EventService; readonly timeZone: string }) {
  const { lang, now, t } = useModel();
  if (!service.open) {
    const next = service.opens_at === '' ? null : opening(service.opens_at, now.value, lang.value, timeZone);
    return (
      <span class="queue-facts">
        <span class="queue-fact">
          <Mark path={CLOCK} />
          <span>{next === null ? t.value('opens.unknown') : t.value(`opens.${next.day}`, { ...next })}</span>
        </span>
      </span>
    );
  }
  const wait = service.waiting === 0 ? '' : waitWords(service.next_wait, t.value);
  return (
    <span class="queue-facts">
      <span class="queue-fact">
        <Mark path={PEOPLE} />
        <span>{t.value('waiting', { count: service.waiting })}</span>
      </span>
      {wait !== '' && (
        <span class="queue-fact">
          <Mark path={CLOCK} />
          <span>{wait}</span>
        </span>
      )}
    </span>
  );
}
