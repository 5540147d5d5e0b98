import '../shared/styles/fonts.css';
import './page.css';
import english from '../../assets/locales/en/counter.json';
import sharedEnglish from '../../assets/locales/en/staff.json';
import { type TextFile, textLoaders } from '../shared/i18n.ts';
import { startStaffPage } from '../shared/staff-page.tsx';
import { CounterPage } from './counter-page.tsx';

const files = import.meta.glob<TextFile>(
  ['../../assets/locales/*/{counter,staff}.json', '!../../assets/locales/en/*.json'],
  { import: 'default' },
);

startStaffPage({
  english: { ...sharedEnglish, ...english },
  loaders: textLoaders(files),
  titleKey: 'title',
  Page: CounterPage,
});
