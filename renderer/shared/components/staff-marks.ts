/** Icons of pages for staff. */
export const LOCK = 'M5 10.5h14v10H5zM8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2.5';
export const LEAVE = 'M14 4.5H5v15h9M10.5 12H21M17 8l4 4-4 4';
export const KEYBOARD =
  'M2.5 6h19v12h-19zM6 9.5h.1M9 9.5h.1M12 9.5h.1M15 9.5h.1M18 9.5h.1M6 12.5h.1M18 12.5h.1M8.5 15h7';
export const SEARCH = 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5';
