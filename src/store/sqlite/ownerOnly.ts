/** The rights of every database file: docket and watch names can be confidential, so nobody but the owner reads it. */
export const ownerOnly = 0o600;
