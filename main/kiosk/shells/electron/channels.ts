/** Names of the channels between preload and main process. */
export const CALL_CHANNEL = 'kiosk:call';
export const SUBSCRIBE_CHANNEL = 'kiosk:subscribe';
export const STATE_CHANNEL = 'kiosk:state';
/** Liveness check of the page, answered with whether it shows the kiosk. */
export const PULSE_CHANNEL = 'kiosk:pulse';
export const BEAT_CHANNEL = 'kiosk:beat';
