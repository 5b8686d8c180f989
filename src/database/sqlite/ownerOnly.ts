/**
 * The rights of every database file. Names of dockets and watches can be confidential, so only the owner may read it.
 */
export const ownerOnly = 0o600;
