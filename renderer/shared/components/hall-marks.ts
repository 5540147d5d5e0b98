/** Icons of the display. */
export const PAUSE = 'M8.5 5v14M15.5 5v14';
export const GO_ON = 'M7.5 4.5v15L19.5 12z';
export const SOUND = 'M4 9.5v5h3.5L12 18.5V5.5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11';
