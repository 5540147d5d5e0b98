/** Question for typed text, with its keyboard. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ANSWER_TYPE, MASK } from '../../../main/forms/contract/form-constants.ts';
import { DigitPad } from '../keyboard/digit-pad.tsx';
import { edit, type KeyPress } from '../keyboard/edit.ts';
import { Keyboard } from '../keyboard/keyboard.tsx';
import { watchTyping } from '../keyboard/typing.ts';
import { kindOf, signsOf } from './question-kind.ts';
import type { QuestionProps } from './question-props.ts';

/** Text, number, phone number or address: an input line with its keyboard. */
export function TextQuestion({
  question,
  answer,
  change,
  code = false,
  onEnter,
  state,
  t,
}: QuestionProps): JSX.Element {
  const [text = ''] = answer;
  const digits = kindOf(question) === 'digits';
  const email = question.type === ANSWER_TYPE.email;
  const signs = digits ? signsOf(question, state.lang) : [];
  const line = useRef<HTMLOutputElement>(null);
  const press = (key: KeyPress): void => {
    // A physical keyboard is limited to the characters of the pad; for phone numbers also usual separators.
    if (digits && key.kind === 'text' && !/^[0-9٠-٩۰-۹]$/.test(key.text) && !takesSign(key.text)) return;
    change((before) => [edit(before[0] ?? '', key, question.length)]);
  };
  const takesSign = (sign: string): boolean =>
    signs.includes(sign) || (question.type === ANSWER_TYPE.phone && /^[ ()./-]$/.test(sign));
  const latest = useRef({ press, onEnter, hasReader: state.wedge !== null });
  latest.current = { press, onEnter, hasReader: state.wedge !== null };

  useEffect(
    () =>
      watchTyping({
        hasReader: () => latest.current.hasReader,
        onPress: (key) => latest.current.press(key),
        onEnter: () => latest.current.onEnter(),
      }),
    [],
  );

  // Keeps the end of a long answer visible.
  useLayoutEffect(() => {
    if (line.current !== null) line.current.scrollTop = line.current.scrollHeight;
  }, [text]);

  return (
    <>
      <div class="line">
        <output
          class="line-text"
          ref={line}
          aria-label={question.text}
          aria-describedby="question-hint"
          dir={digits || email || code ? 'ltr' : text === '' ? state.dir : 'auto'}
        >
          {text}
          <span class="caret" aria-hidden="true" />
        </output>
        {question.length > 0 && (
          <div class="line-count" dir="ltr" aria-hidden="true">
            {[...text].length}/{question.length}
          </div>
        )}
      </div>
      {digits ? (
        <DigitPad t={t} signs={signs} onPress={press} />
      ) : (
        <Keyboard
          t={t}
          lang={state.lang}
          siteLanguages={state.languages.map(({ id }) => id)}
          email={email}
          latin={code || question.mask === MASK.custom}
          code={code}
          begins={text === '' && !email}
          onPress={press}
        />
      )}
    </>
  );
}
