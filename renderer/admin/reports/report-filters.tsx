/** Filters of a report. */
import type { JSX } from 'preact';
import type { PeriodAnswer } from '../../../main/reports/contract/rest/reports.ts';
import { Group } from '../fields/group.tsx';
import { useAdmin } from '../model/admin.ts';
import { useLocations } from '../model/locations.ts';

interface Choice {
  readonly id: string;
  readonly name: string;
}

const KINDS = ['services', 'desks', 'users'] as const;
type Kind = (typeof KINDS)[number];

/** Narrows a report to some services, desks or users. */
export function ReportFilters({
  chosen,
  report,
  onChange,
}: {
  readonly chosen: Readonly<Record<Kind, string>>;
  readonly report: PeriodAnswer | null;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}): JSX.Element {
  const { t, site } = useAdmin();
  const { here } = useLocations();
  const file = site.file.value;
  const choices: Readonly<Record<Kind, readonly Choice[]>> = {
    services: file?.services.filter(({ location }) => location === here?.id) ?? report?.by_service ?? [],
    desks: file?.desks.filter(({ location }) => location === here?.id) ?? report?.by_desk ?? [],
    users: file?.users.map(({ id, name, username }) => ({ id, name: name || username })) ?? report?.by_user ?? [],
  };
  const used = KINDS.filter((kind) => chosen[kind] !== '').length;
  return (
    <details {...(used > 0 ? { open: true } : {})}>
      <summary>{t('report.narrow', { count: used })}</summary>
      <div class="section-inside">
        {KINDS.map((kind) => {
          const ids = chosen[kind].split(',').filter(Boolean);
          return (
            <Group key={kind} label={t(`nav.${kind}`)}>
              <ul class="checks">
                {choices[kind].map(({ id, name }) => (
                  <li key={id}>
                    <label class="check">
                      <input
                        type="checkbox"
                        checked={ids.includes(id)}
                        onChange={(event) =>
                          onChange({
                            [kind]: (event.currentTarget.checked
                              ? [...ids, id]
                              : ids.filter((each) => each !== id)
                            ).join(','),
                          })
                        }
                      />
                      <span dir="auto">{name || id}</span>
                    </label>
                  </li>
                ))}
              </ul>
            </Group>
          );
        })}
      </div>
    </details>
  );
}
