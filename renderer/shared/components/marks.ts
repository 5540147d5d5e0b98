/** Icons of several pages, as paths for `Mark`. Each icon is drawn once, in one of the files `*-marks.ts`. Directional ones are mirrored with `turns` in right-to-left languages. */
/** The icons of all pages, as paths for `Mark`, each drawn once. Directional ones are mirrored with `turns` in right-to-left languages. */
export const FORTH = 'M13.5 5.5 20 12l-6.5 6.5M19.5 12H4';
export const BACK = 'M10.5 5.5 4 12l6.5 6.5M4.5 12H20';
export const CHECK = 'M4.5 12.5 10 18 20 6.5';
export const CROSS = 'M6 6l12 12M18 6 6 18';
export const ATTENTION = 'M12 3.5 2.5 20h19L12 3.5ZM12 10v4.5M12 17.3v.2';
export const INFO = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5v.2';
export const CLOCK = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V12l3.2 2';
export const PEOPLE =
  'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.9a3.4 3.4 0 0 1 0 6.2M18 14.6c2.1.8 3.5 2.7 3.5 5.4';
export const PERSON = 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c0-4 3.2-6.5 7.5-6.5s7.5 2.5 7.5 6.5';
export const LANGUAGE =
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 9.5h17M3.5 14.5h17M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18';
export const UNLINKED =
  'M4 4l16 16M8.8 15.8a4.5 4.5 0 0 1 4-1.6M5.6 12.4a9 9 0 0 1 3.4-2M2.5 8.8a14 14 0 0 1 3.6-2.2M12 19.5h.1M13 10.1a9 9 0 0 1 5.4 2.3M11 5.8a13.7 13.7 0 0 1 10.5 3';
