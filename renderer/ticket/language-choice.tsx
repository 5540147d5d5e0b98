import type { JSX } from 'preact';
import { LANGUAGES } from '../../main/lib/languages.ts';
import { Mark } from '../shared/components/mark.tsx';
import { LANGUAGE } from '../shared/components/marks.ts';
import { ownName } from '../shared/language.ts';
import type { Reading } from './reading.ts';

export function LanguageChoice({ language }: { readonly language: Reading }): JSX.Element {
  return (
    <label class="language">
      <Mark path={LANGUAGE} />
      <span class="spoken">{language.t.value('language')}</span>
      <select value={language.usual.value} onChange={(event) => language.choose(event.currentTarget.value)}>
        {LANGUAGES.map((id) => (
          <option key={id} value={id} lang={id}>
            {ownName(id)}
          </option>
        ))}
      </select>
    </label>
  );
}
