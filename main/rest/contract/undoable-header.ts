/** Header with the id of the site change that a request can undo. */
export const UNDOABLE_HEADER = 'undoable-change';
