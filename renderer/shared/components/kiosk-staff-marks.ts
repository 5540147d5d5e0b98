/** Icons of kiosk and staff pages. */
export const LIST = 'M9 6h11M9 12h11M9 18h11M4.5 6h.1M4.5 12h.1M4.5 18h.1';
export const DOWN = 'M12 5v14M6 13l6 6 6-6';
export const NOTE = 'M5 3.5h14v17H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4';
export const DESK = 'M3 12.5h18M5 12.5V20M19 12.5V20M12 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 12.5a4 4 0 0 1 8 0';
export const PLUS = 'M12 4.5v15M4.5 12h15';
