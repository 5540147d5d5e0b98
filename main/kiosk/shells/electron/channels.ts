/** Names of the channels between preload and main process. */
export const CALL_CHANNEL = 'kiosk:call';
export const SUBSCRIBE_CHANNEL = 'kiosk:subscribe';
export const STATE_CHANNEL = 'kiosk:state';
/** The main process asks whether the page lives, and it answers whether it draws the kiosk. */
export const PULSE_CHANNEL = 'kiosk:pulse';
export const BEAT_CHANNEL = 'kiosk:beat';
