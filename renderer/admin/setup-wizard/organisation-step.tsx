/** Wizard step: organisation. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LANGUAGES, STAFF_LANGUAGES } from '../../../main/lib/languages.ts';
import { WRITE_SITE } from '../../../main/site/contract/endpoints.ts';
import { Button } from '../../shared/components/button.tsx';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { Form } from '../../shared/components/form.tsx';
import { wallClock } from '../../shared/time.ts';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { countries, ownCountry, timeZones } from '../model/countries.ts';
import { languageName } from '../model/language-name.ts';
import { NAMES_KEPT_DAYS, ownTimeZone } from '../model/new-item.ts';
import { clockTimeOf } from '../model/words.ts';
import { buildOrganisation } from './build-organisation.ts';
import { type OrganisationTemplate, wordsIn } from './organisation-template.ts';
import type { StepProps } from './step-props.ts';
import { useWrite } from './use-write.ts';

const files = import.meta.glob<Omit<OrganisationTemplate, 'id'>>('../../../assets/templates/*.json', {
  import: 'default',
});

interface Asked {
  readonly name: string;
  readonly template: string;
  readonly languages: readonly string[];
  readonly country: string;
  readonly timezone: string;
  readonly usualHours: boolean;
}

/** The first step: one request creates everything, so that the site is never half set up. */
export function OrganisationStep({
  g,
  onDone,
}: Pick<StepProps, 'g' | 'file'> & { readonly onDone: () => void }): JSX.Element {
  const { t, session, language } = useAdmin();
  const lang = language.id.value;
  const writing = useWrite();
  const [templates, setTemplates] = useState<readonly OrganisationTemplate[]>([]);
  const [asked, setAsked] = useState<Asked>(() => fromBrowser(lang));
  const [missing, setMissing] = useState(false);
  useEffect(() => void readTemplates().then(setTemplates), []);
  const put = (change: Partial<Asked>): void => setAsked({ ...asked, ...change });
  const template = templates.find(({ id }) => id === asked.template);
  const isUnnamed = asked.name.trim() === '';
  const isSilent = asked.languages.length === 0;

  const begin = async (): Promise<void> => {
    setMissing(isUnnamed || isSilent);
    if (isUnnamed || isSilent || template === undefined) return;
    const wish = {
      ...asked,
      name: asked.name.trim(),
      template,
      kioskName: g('house.kiosk'),
      displayName: g('house.display'),
    };
    if (
      await writing.write(() => session.rest.call(WRITE_SITE, { mode: 'merge' }, { document: buildOrganisation(wish) }))
    )
      onDone();
  };
  return (
    <Form class="guide-form" onSubmit={begin}>
      <TextField
        label={g('house.name')}
        value={asked.name}
        onInput={(name) => put({ name })}
        required
        maxLength={200}
        fault={missing && isUnnamed ? g('house.needsName') : ''}
      />
      <fieldset class="guide-choices">
        <legend>{g('house.template')}</legend>
        {templates.map((each) => (
          <label key={each.id} class="guide-choice">
            <input
              type="radio"
              name="template"
              checked={each.id === asked.template}
              onChange={() => put({ template: each.id, usualHours: false })}
            />
            <span>
              <strong>{wordsIn(each.name, lang)}</strong>
              <br />
              <span class="soft">{wordsIn(each.about, lang)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {template !== undefined && template.services.length > 0 && (
        <p class="soft">{g('house.kept', { count: template.services.length })}</p>
      )}
      <fieldset class="guide-languages" aria-describedby={missing && isSilent ? 'guide-languages-fault' : undefined}>
        <legend>{g('house.languages')}</legend>
        {LANGUAGES.map((id) => (
          <CheckField
            key={id}
            label={languageName(id)}
            checked={asked.languages.includes(id)}
            onChange={(on) =>
              put({ languages: on ? [...asked.languages, id] : asked.languages.filter((each) => each !== id) })
            }
          />
        ))}
        {missing && isSilent && (
          <p class="field-fault" id="guide-languages-fault" role="alert">
            {g('house.needsLanguage')}
          </p>
        )}
      </fieldset>
      {asked.languages.length > 1 && (
        <SelectField
          label={g('house.own')}
          value={asked.languages[0] ?? ''}
          options={asked.languages.map((id) => ({ value: id, label: languageName(id) }))}
          onChange={(id) => put({ languages: [id, ...asked.languages.filter((each) => each !== id)] })}
        />
      )}
      <div class="pair">
        <SelectField
          label={g('house.country')}
          value={asked.country}
          options={[{ value: '', label: g('house.noCountry') }, ...countries(lang)]}
          onChange={(country) => put({ country })}
        />
        <SelectField
          label={g('house.zone')}
          hint={g('house.zoneNow', { time: clockTimeOf(new Date(wallClock()).toISOString(), lang, asked.timezone) })}
          value={asked.timezone}
          options={timeZones(asked.country).map((id) => ({ value: id, label: id.replaceAll('_', ' ') }))}
          onChange={(timezone) => put({ timezone })}
        />
      </div>
      {template !== undefined && template.schedule !== '' && (
        <CheckField
          label={g('house.hours', { hours: template.schedule.replace(/;.*/, '') })}
          hint={g('house.hoursHint')}
          checked={asked.usualHours}
          onChange={(usualHours) => put({ usualHours })}
        />
      )}
      <p class="soft">{g('house.privacy', { count: NAMES_KEPT_DAYS })}</p>
      <FailureBox failure={writing.failure} />
      <div>
        <Button type="submit" look="main" busy={writing.busy || templates.length === 0}>
          {templates.length === 0 ? t('loading') : g('begin')}
        </Button>
      </div>
    </Form>
  );
}

/** Country, time zone and language of this browser. */
function fromBrowser(lang: string): Asked {
  const timezone = ownTimeZone();
  const own = STAFF_LANGUAGES.find((id) => id === lang) ?? 'en';
  // A user of the English pages may have visitors who use the browser's language.
  const here = LANGUAGES.find((id) => id === navigator.language.split('-', 1)[0]) ?? own;
  return {
    name: '',
    template: 'town-hall',
    languages: [...new Set([own, here])],
    country: ownCountry(timezone, navigator.languages),
    timezone,
    usualHours: false,
  };
}

/** All templates in order, loaded on demand. */
async function readTemplates(): Promise<readonly OrganisationTemplate[]> {
  const read = Object.entries(files).map(async ([path, load]) => ({
    ...(await load()),
    id: path.split('/').at(-1)?.replace('.json', '') ?? '',
  }));
  return (await Promise.all(read)).toSorted((one, other) => one.order - other.order);
}
