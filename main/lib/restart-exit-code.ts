/**
 * Exit code that asks the service manager for a restart.
 *
 * Start it anew (`EX_TEMPFAIL` of sysexits.h; `scripts/lib/exit-status.mjs`).
 */
export const RESTART_EXIT_CODE = 75;
