/** Icons of the back office. */
export const GROUP = 'M4 4h7v7H4zM13 13h7v7h-7zM13 4h7v7h-7zM4 13h7v7H4z';
export const MENU = 'M4 7h16M4 12h16M4 17h16';
export const HELP = 'M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1.1-1.3 2.1M12 17.5h.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z';
export const UP = 'M12 19V5M6 11l6-6 6 6';
export const BOLD = 'M7 12h6.5a3.75 3.75 0 0 0 0-7.5H7v15h7.5a3.75 3.75 0 0 0 0-7.5';
export const LINES = 'M4 5.5h16M4 10h9M4 14.5h16M4 19h9';
export const FIGURES = 'M4 20V10M10 20V4M16 20v-7M22 20H2';
export const TREND = 'M3 17l6-6 4 4 8-9M21 6v5M21 6h-5';
export const FLAG = 'M5 21V4M5 4.5h13l-3 4 3 4H5';
export const PIN = 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z';
export const TICKETS = 'M3.5 7h17v3.5a2 2 0 0 0 0 3.5V17h-17v-3a2 2 0 0 0 0-3.5V7ZM14 7v10';
export const SHIELD = 'M12 3.5 19.5 6v6c0 4.5-3 7.5-7.5 8.5-4.5-1-7.5-4-7.5-8.5V6ZM8.5 12l2.5 2.5 4.5-5';
export const SCREEN = 'M4 4h16v11H4zM9 20h6M12 15v5';
export const CALENDAR = 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8';
export const FORM = 'M5 3.5h14v17H5zM8.5 8h7M8.5 12h7M8.5 16h3.5';
export const SERVERS = 'M12 9V4M5 20v-5h14v5M12 9v6M10 2h4v3h-4zM3 20h4v2H3zM17 20h4v2h-4z';
export const SLIDERS =
  'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z';
export const MAIL = 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5';
export const LINK =
  'M9 15l6-6M10.5 6.5l1.8-1.8a4.5 4.5 0 0 1 6.4 6.4l-1.8 1.8M13.5 17.5l-1.8 1.8a4.5 4.5 0 0 1-6.4-6.4l1.8-1.8';
export const KEY = 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11 12.2 19.5 4M16 7.3 18.5 9.8M13.5 9.7 15 11.2';
export const TRANSFER = 'M7 4v13M3.5 13.5 7 17l3.5-3.5M17 20V7M13.5 10.5 17 7l3.5 3.5';
export const BUILDING = 'M4 21V6l8-3v18M12 9h8v12M2.5 21h19M7 9.5h2M7 13.5h2M15.5 13h1M15.5 17h1';
export const UPLOAD = 'M12 16V4M7 9l5-5 5 5M4 15v5h16v-5';
export const FILE = 'M6 3.5h8l4 4v13H6zM14 3.5v4h4';
/** Filled: changes of a figure. */
export const MORE = 'M12 4 22 20H2Z';
export const LESS = 'M12 20 2 4h20Z';
export const EQUAL = 'M2 10h20v4H2Z';
