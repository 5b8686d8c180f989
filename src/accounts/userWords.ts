import type { User } from '../people/usersTable.ts';

export function seenWords({ matters }: Pick<User, 'matters'>): string {
  if (matters === undefined) return 'every matter';
  return matters.length === 0 ? 'nothing' : matters.join(', ');
}

/** What a user may see and do, for the audit log. */
export function describeUser(user: Pick<User, 'role' | 'matters' | 'confidential'>): string {
  return `${user.role}; sees ${seenWords(user)}${user.confidential ? '; reads confidential watches' : ''}`;
}
