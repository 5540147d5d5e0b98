/** Icon paths of the back office, for `Mark`. */
export const GROUP = 'M4 4h7v7H4zM13 13h7v7h-7zM13 4h7v7h-7zM4 13h7v7H4z';
export const MENU = 'M4 7h16M4 12h16M4 17h16';
export const HELP =
  'M9 9.200a3 3 0 1 1 4.300 2.700c-.900.500-1.300 1.100-1.300 2.100M12 17.500h.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z';
export const UP = 'M12 19V5M6 11l6-6 6 6';
export const DOWN = 'M12 5v14M6 13l6 6 6-6';
export const BOLD = 'M7 12h6.500a3.750 3.750 0 0 0 0-7.500H7v15h7.500a3.750 3.750 0 0 0 0-7.500';
export const LINES = 'M4 5.500h16M4 10h9M4 14.500h16M4 19h9';
