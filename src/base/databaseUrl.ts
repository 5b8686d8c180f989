export function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:/i.test(database);
}

/** A database as messages and logs name it: the path of a file, or an address without password and options. */
export function shownDatabase(database: string): string {
  if (!isPostgres(database)) return database;
  const url = URL.parse(database);
  if (url === null) return 'postgres://…';
  const user = url.username === '' ? '' : `${url.username}@`;
  return `${url.protocol}//${user}${url.host || (url.searchParams.get('host') ?? '')}${url.pathname}`;
}
