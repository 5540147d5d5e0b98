/** Question for a date, digit by digit. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { DigitPad } from '../keyboard/digit-pad.tsx';
import { edit, type KeyPress } from '../keyboard/edit.ts';
import { watchTyping } from '../keyboard/typing.ts';
import { type DatePart, partsOf } from './date-order.ts';
import type { QuestionProps } from './question-props.ts';

const LENGTHS: Readonly<Record<DatePart, number>> = { year: 4, month: 2, day: 2 };
const ALL = 8;

/** Date entry in the order of the visitor's language, digit by digit. */
export function DateQuestion({ question, answer, change, onEnter, state, t }: QuestionProps): JSX.Element {
  const lang = state.lang.replaceAll('_', '-');
  const order = partsOf(lang);
  const names = new Intl.DisplayNames(lang, { type: 'dateTimeField' });
  const [digits, setDigits] = useState(() => digitsOf(answer[0] ?? '', order));

  const press = (key: KeyPress): void => {
    if (key.kind === 'text' && !/^[0-9]$/.test(key.text)) return;
    const next = edit(latest.current.digits, key, ALL);
    latest.current.digits = next;
    setDigits(next);
    change(() => (next === '' ? [] : [dateOf(next, order)]));
  };
  const latest = useRef({ press, onEnter, digits, hasReader: state.wedge !== null });
  latest.current = { press, onEnter, digits, hasReader: state.wedge !== null };

  useEffect(
    () =>
      watchTyping({
        hasReader: () => latest.current.hasReader,
        onPress: (key) => latest.current.press(key),
        onEnter: () => latest.current.onEnter(),
      }),
    [],
  );

  const written = split(digits, order);
  const current = order.find((part) => written[part].length < LENGTHS[part]);
  return (
    <>
      <fieldset class="date" aria-label={question.text}>
        {order.map((part) => (
          <div key={part} class="date-part" data-part={part} data-current={part === current}>
            <output class="line-text" aria-label={names.of(part) ?? part} aria-describedby="question-hint">
              {written[part]}
              {part === current && <span class="caret" aria-hidden="true" />}
            </output>
            <div class="date-name" aria-hidden="true">
              {names.of(part)}
            </div>
          </div>
        ))}
      </fieldset>
      <DigitPad t={t} signs={[]} onPress={press} />
    </>
  );
}

function split(digits: string, order: readonly DatePart[]): Readonly<Record<DatePart, string>> {
  const written = { year: '', month: '', day: '' };
  let at = 0;
  for (const part of order) {
    written[part] = digits.slice(at, at + LENGTHS[part]);
    at += LENGTHS[part];
  }
  return written;
}

/** An incomplete date is invalid, which the host reports. */
function dateOf(digits: string, order: readonly DatePart[]): string {
  const { year, month, day } = split(digits, order);
  return `${year}-${month}-${day}`;
}

function digitsOf(date: string, order: readonly DatePart[]): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return order.map((part) => ({ year, month, day })[part]).join('');
}
