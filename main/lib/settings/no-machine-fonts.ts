/**
 * Setting that keeps the drawing library from loading system fonts.
 *
 * 150 ms and more in which nothing else happens. They are needed for characters alone that no font of ours has.
 */
process.env.DISABLE_SYSTEM_FONTS_LOAD = 'yes';
