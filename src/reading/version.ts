/** Raise it when entries are read by other rules, or the days of the calendar: what is stored is then read anew in the background. */
export const readingVersion = 2;
