import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Db } from './db.ts';

type Values = Readonly<Record<string, string | number | null>>;

/** Stands in a statement for a value that comes later. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is built once for each open store and then run with new values: to build one takes longer than to run it.
 * For what every check does; elsewhere a plain query reads better. It must not depend on anything but its parameters.
 */
export function prepared<V extends Values, Row = never>(
  build: (db: Db, parameter: <Name extends keyof V & string>(name: Name) => V[Name]) => Compilable<Row>,
): (db: Db, values: V) => Promise<QueryResult<Row>> {
  const built = new WeakMap<object, CompiledQuery<Row>>();
  return (db, values) => {
    // The same for the store and its transactions.
    const { adapter } = db.getExecutor();
    let statement = built.get(adapter);
    if (statement === undefined) {
      statement = build(db, (name) => new Parameter(name) as never).compile();
      built.set(adapter, statement);
    }
    const parameters = statement.parameters.map((value) => (value instanceof Parameter ? values[value.name] : value));
    return db.executeQuery({ ...statement, parameters });
  };
}
