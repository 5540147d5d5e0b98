// Theme of the documentation site: the default one with system fonts and the program's version.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { VersionMenu } from './version-menu.mjs';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'sidebar-nav-before': () => h(VersionMenu) }),
};
