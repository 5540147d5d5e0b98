/** Names of the channels between preload and main process. */
export const CALL_CHANNEL = 'kiosk:call';
export const SUBSCRIBE_CHANNEL = 'kiosk:subscribe';
export const STATE_CHANNEL = 'kiosk:state';
