/**
 * Assets that load after the start of the page.
 *
 * Letters of East Asia, and where long words are divided.
 */
import '../shared/styles/fonts-east-asian.css';
import { keepWordsWhole } from './whole-words.ts';

keepWordsWhole(document.documentElement);
