/** Raise it when a rule for entries or for calendar dates changes: stored entries are then read again in the background. */
export const readingVersion = 5;
