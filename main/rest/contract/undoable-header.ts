/** Header with the id of the site change that a request has made, if it can be undone. */
export const UNDOABLE_HEADER = 'undoable-change';
