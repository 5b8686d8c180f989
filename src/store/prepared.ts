import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Db } from './db.ts';

type Value = string | number | Buffer | null;
type Values = Readonly<Record<string, Value | readonly Value[]>>;

/** Stands in a statement for a value that comes later, or for one of a list of them. */
class Parameter {
  readonly name: string;
  readonly index: number | undefined;

  constructor(name: string, index?: number) {
    this.name = name;
    this.index = index;
  }

  in(values: Values): unknown {
    const value = values[this.name];
    return Array.isArray(value) && this.index !== undefined ? value[this.index] : value;
  }
}

/** Longer lists are seldom as long again. */
const longestList = 10;

/**
 * A statement that is built once for each open store, and for each length of the lists among its parameters, and then run with
 * new values: to build one takes longer than to run it. For what every check does; elsewhere a plain query reads better. It
 * must not depend on anything but its parameters.
 */
export function prepared<V extends Values, Row = never>(
  build: (db: Db, parameter: <Name extends keyof V & string>(name: Name) => V[Name]) => Compilable<Row>,
): (db: Db, values: V) => Promise<QueryResult<Row>> {
  const built = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return (db, values) => {
    // The same for the store and its transactions.
    const { adapter } = db.getExecutor();
    const statements = built.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    built.set(adapter, statements);
    const lengths = Object.values(values).flatMap((value) => (Array.isArray(value) ? [value.length] : []));
    const shape = lengths.join();
    const statement = statements.get(shape) ?? build(db, (name) => placeholder(name, values) as never).compile();
    if (lengths.every((length) => length <= longestList)) statements.set(shape, statement);
    const parameters = statement.parameters.map((value) => (value instanceof Parameter ? value.in(values) : value));
    return db.executeQuery({ ...statement, parameters });
  };
}

function placeholder(name: string, values: Values): Parameter | Parameter[] {
  const value = values[name];
  return Array.isArray(value) ? value.map((_, index) => new Parameter(name, index)) : new Parameter(name);
}
