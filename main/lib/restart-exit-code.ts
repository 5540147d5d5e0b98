/**
 * Exit code that asks the service manager for a restart.
 *
 * `EX_TEMPFAIL` of sysexits.h; see `scripts/lib/exit-status.mjs`.
 */
export const RESTART_EXIT_CODE = 75;
