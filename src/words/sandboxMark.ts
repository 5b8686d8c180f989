/** What every message, log and listing says of records that the built-in sandbox made up. */
export const madeUp = 'From the built-in sandbox: the records are made up.';

/** Marks subjects and titles of messages about such records. */
export const sandboxMark = '[SANDBOX] ';
