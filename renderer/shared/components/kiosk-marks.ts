/** Icons of the kiosk. */
export const INSIDE = 'M9 5l7 7-7 7';
export const CARD = 'M3 6.5h18v11H3zM3 10.5h18M6.5 14.5h4';
export const REACH = 'M4 3.5h16M12 7.5V20M6.5 14.5 12 20l5.5-5.5';
export const TEXT_SIZE = 'M2 19 7.5 5 13 19M4 14.5h7M15 19l3.2-8 3.3 8M16.2 16h4.2';
export const PRIORITY =
  'M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19ZM12 6.6v.2M7.2 10.2l4.8 1 4.8-1M12 11.2v3.3l-2.2 4M12 14.5l2.2 4';
export const CALENDAR_CHECK = 'M4 6h16v14.5H4zM4 10.5h16M8 3.5v4M16 3.5v4M8.5 15.2l2.4 2.4 4.6-4.6';
export const TICKET = 'M7 3.5h10V17l-2.5 2-2.5-2-2.5 2L7 17zM10 8h4M10 11.5h4';
export const MOON = 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z';
export const SHIFT = 'M12 4 4.5 12H8.5V19h7v-7h4L12 4Z';
export const SHIFT_LOCK = 'M12 3 4.5 11H8.5V16h7v-5h4L12 3ZM8.5 20.5h7';
export const BACKSPACE = 'M8.5 5H21v14H8.5L2.5 12 8.5 5ZM12 9.5l5 5M17 9.5l-5 5';
export const SPACE = 'M4 10v5h16v-5';
export const RING = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z';
/** Right half of `RING`, filled. */
export const RING_HALF = 'M12 3a9 9 0 0 1 0 18Z';
export const CHOSEN = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12.2l2.8 2.8L16 9.5';
export const BOX = 'M4 4h16v16H4z';
export const BOX_CHOSEN = 'M4 4h16v16H4zM8 12.2l2.8 2.8L16 9.5';
export const STAR = 'M12 3.2 14.7 9l6.3.8-4.6 4.4 1.2 6.3L12 17.4l-5.6 3.1 1.2-6.3L3 9.8 9.3 9 12 3.2Z';
export const AGAIN = 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.5M20 4v5.5h-5.5';
export const LISTEN =
  'M5 14v-2a7 7 0 0 1 14 0v2M4 14h4v6H5.5A1.5 1.5 0 0 1 4 18.5zM20 14h-4v6h2.5a1.5 1.5 0 0 0 1.5-1.5z';
export const MINUS = 'M5 12h14';
export const NETWORK = 'M9 3.5h6V9H9zM2.5 15h6v5.5h-6zM15.5 15h6v5.5h-6zM12 9v3M5.5 15v-3h13v3';
export const DESK_BELL = 'M4.5 17.5a7.5 7.5 0 0 1 15 0ZM2.5 20.5h19M12 10V6.5M9.5 6.3h5';
