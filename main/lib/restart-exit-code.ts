/** To whoever watches over the program: start it anew (`EX_TEMPFAIL` of sysexits.h; `scripts/lib/child-end.mjs`). */
export const RESTART_EXIT_CODE = 75;
