/** What comes once the page is there, which nothing on it waits for: letters of East Asia, and where long words are divided. */
import '../shared/styles/fonts-east-asian.css';
import { keepWordsWhole } from './whole-words.ts';

keepWordsWhole(document.documentElement);
