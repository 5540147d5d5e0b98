/** Icons of the counter. */
export const UNDO = 'M8.5 5 4 9.5 8.5 14M4.5 9.5H14a5.5 5.5 0 0 1 0 11H9';
