import '../shared/styles/fonts.css';
import './page.css';
import english from '../../assets/locales/en/admin.json';
import sharedEnglish from '../../assets/locales/en/staff.json';
import { type TextFile, textLoaders } from '../shared/i18n.ts';
import { startStaffPage } from '../shared/staff-page.tsx';
import { AdminPage } from './admin-page.tsx';

const files = import.meta.glob<TextFile>(
  ['../../assets/locales/*/{admin,staff}.json', '!../../assets/locales/en/*.json'],
  { import: 'default' },
);

startStaffPage({
  english: { ...sharedEnglish, ...english },
  loaders: textLoaders(files),
  titleKey: 'title',
  Page: AdminPage,
  withoutUser: true,
});
