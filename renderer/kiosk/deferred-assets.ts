/**
 * Assets that load after the start of the page: East Asian fonts, and hyphenation.
 */
import '../shared/styles/fonts-east-asian.css';
import { loadDrawings } from '../shared/illustrations/illustration.tsx';
import { keepWordsWhole } from './whole-words.ts';

keepWordsWhole(document.documentElement);
void loadDrawings();
