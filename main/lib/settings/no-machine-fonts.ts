/**
 * Setting that keeps the drawing library from loading system fonts.
 *
 * Loading blocks for 150 ms and more, and is needed only for characters missing in our fonts.
 */
process.env.DISABLE_SYSTEM_FONTS_LOAD = 'yes';
