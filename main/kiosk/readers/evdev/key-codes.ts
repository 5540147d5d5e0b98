/**
 * Linux key codes by the browser's `code` values.
 *
 * Input-event-codes.h) by its place as browsers name it (UI Events, `code`).
 */
const ROWS: readonly (readonly [first: number, codes: string])[] = [
  [2, 'Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal'],
  [16, 'KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight'],
  [30, 'KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote Backquote'],
  [43, 'Backslash KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash'],
  [55, 'NumpadMultiply'],
  [57, 'Space'],
  [
    71,
    'Numpad7 Numpad8 Numpad9 NumpadSubtract Numpad4 Numpad5 Numpad6 NumpadAdd Numpad1 Numpad2 Numpad3 Numpad0 NumpadDecimal',
  ],
  [86, 'IntlBackslash'],
  [98, 'NumpadDivide'],
  [117, 'NumpadEqual'],
];

const NUMBERS: ReadonlyMap<string, number> = new Map(
  ROWS.flatMap(([first, codes]) => codes.split(' ').map((code, at) => [code, first + at] as const)),
);

export const keyNumber = (code: string): number | undefined => NUMBERS.get(code);
