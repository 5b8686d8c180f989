import { userInfo } from 'node:os';

/** Who calls a command. A container may run as a user that has no name there (`docker run --user 12345`). */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
