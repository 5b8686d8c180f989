import type { Db } from '../../database/store.ts';
import { listUsers } from '../../people/usersTable.ts';
import type { Viewer } from '../../people/viewer.ts';

/** Whether a viewer may know what a user did to a record that both see: who sees some matters only knows those who see no other. */
export async function colleaguesOf(db: Db, { name, matters }: Viewer): Promise<(userName: string) => boolean> {
  if (matters === 'all') return () => true;
  const users = (await listUsers(db)).filter((user) => user.matters?.every((matter) => matters.has(matter)));
  const known = new Set([name, ...users.map((user) => user.name)]);
  return (userName) => known.has(userName);
}
