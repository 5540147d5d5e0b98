/** Last screen of the setup wizard: open steps and next tasks. */
import type { JSX } from 'preact';
import { useAdmin } from '../model/admin.ts';
import { address } from '../model/router.ts';
import type { StepProps } from './step-props.ts';
import { isDone, type SeenDevices, STEPS } from './steps.ts';

interface FinishStepProps extends StepProps {
  readonly seen: SeenDevices;
}

export function FinishStep({ g, file, location, seen }: FinishStepProps): JSX.Element {
  const { rights } = useAdmin();
  const open = STEPS.filter((step) => !isDone(step, file, seen));
  const next = [
    { href: address(['locations', location.id]), text: g('ticket.hours') },
    { href: address(['users']), text: g('ticket.rights') },
    ...(rights.sees('pair') ? [{ href: address(['pair']), text: g('finish.pair') }] : []),
    ...(rights.sees('settings') ? [{ href: address(['settings']), text: g('finish.mail') }] : []),
  ];
  const pages = [
    { href: '../counter/', text: g('ticket.counter') },
    { href: '../help/admin/backup-restore-upgrade.html', text: g('finish.backup') },
  ];
  return (
    <>
      <p>{g(open.length === 0 ? 'finish.ready' : 'finish.open')}</p>
      {open.length > 0 && (
        <ul class="guide-more">
          {open.map((step) => (
            <li key={step}>
              <a href={address(['start', step])}>{g(`name.${step}`)}</a>
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && <p>{g('finish.more')}</p>}
      <ul class="guide-more">
        {next.map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
        {pages.map(({ href, text }) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener">
              {text}
            </a>
          </li>
        ))}
      </ul>
      <p>
        <a class="button button-main" href={address(['today'])}>
          {g('finish.today')}
        </a>
      </p>
    </>
  );
}
