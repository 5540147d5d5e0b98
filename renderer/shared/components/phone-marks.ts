/** Icons of pages for visitors: kiosk and phone. */
export const BELL = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 21h4M12 5V3';
export const BOOK =
  'M12 6.5V20M12 6.5C10 4.7 7 4 2.5 4v13.5c4.5 0 7.5.7 9.5 2.5 2-1.8 5-2.5 9.5-2.5V4C17 4 14 4.7 12 6.5';
