export function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:/i.test(database);
}

/** Returns a database's name for messages and logs: a file path, or an address without password and options. */
export function shownDatabase(database: string): string {
  if (!isPostgres(database)) return database;
  const url = URL.parse(database);
  if (url === null) return 'postgres://…';
  const user = url.username === '' ? '' : `${url.username}@`;
  return `${url.protocol}//${user}${url.host || (url.searchParams.get('host') ?? '')}${url.pathname}`;
}
