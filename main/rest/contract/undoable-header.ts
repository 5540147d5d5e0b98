/** Header with the id of the site change of a request, if it can be undone. */
export const UNDOABLE_HEADER = 'undoable-change';
