import './page.css';
import { render } from 'preact';
import english from '../../assets/locales/en/phone.json';
import { createTexts, type TextFile, textLoaders } from '../shared/i18n.ts';
import { keepFocus } from '../shared/keep-focus.ts';
import { App } from './app.tsx';
import { createTicketModel } from './model.ts';
import { createReading } from './reading.ts';

const files = import.meta.glob<TextFile>(['../../assets/locales/*/phone.json', '!../../assets/locales/en/phone.json'], {
  import: 'default',
});

const page = document.getElementById('page');
if (page === null) throw new Error('The page has no place to draw in.');

const secret = window.location.pathname.split('/').at(-1) ?? '';
const language = createReading(createTexts(english, textLoaders(files)), document.documentElement, secret);
// As set on the phone; style sheets follow light and dark.
document.documentElement.toggleAttribute('data-contrast', window.matchMedia('(prefers-contrast: more)').matches);

keepFocus();
render(<App model={createTicketModel(secret, language)} />, page);
