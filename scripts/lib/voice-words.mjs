/** What the shipped voice says, by language, for scripts/record-voice.mjs. */
import * as east from './voice-words-east.mjs';
import * as west from './voice-words-west.mjs';

export const VOICES = { ...west, ...east };
