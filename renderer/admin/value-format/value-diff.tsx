import { Fragment, type JSX } from 'preact';
import { useAdmin } from '../model/admin.ts';
import { separatorOf, type ValueLine } from './wording.ts';

/** Text lines of a value; differences are highlighted. */
export function DiffLines({ lines }: { readonly lines: readonly ValueLine[] }): JSX.Element {
  return (
    <>
      {lines.map((line, place) => (
        <span key={place} class={line.under === true ? 'said said-under' : 'said'} dir="auto">
          {line.differs ? <mark>{line.words}</mark> : line.words}
        </span>
      ))}
    </>
  );
}

/** The same in one line. */
export function InlineDiff({ lines }: { readonly lines: readonly ValueLine[] }): JSX.Element {
  const { language } = useAdmin();
  return (
    <>
      {lines.map((line, place) => (
        <Fragment key={place}>
          {place > 0 && separatorOf(language.id.value)}
          {line.differs ? <strong>{line.words}</strong> : line.words}
        </Fragment>
      ))}
    </>
  );
}
