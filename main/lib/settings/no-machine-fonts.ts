/**
 * Imported before the drawing library, which else reads every font of the machine when it is loaded: 150 ms and more in
 * which nothing else happens. They are needed for characters alone that no font of ours has.
 */
process.env.DISABLE_SYSTEM_FONTS_LOAD = 'yes';
