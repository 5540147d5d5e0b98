/** To whoever watches over the program: start it anew (`EX_TEMPFAIL` of sysexits.h; `scripts/lib/exit-status.mjs`). */
export const RESTART_EXIT_CODE = 75;
