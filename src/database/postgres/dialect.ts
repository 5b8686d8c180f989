import {
  type DataTypeNode,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  type QueryCompiler,
} from 'kysely';
import type { Pool } from 'pg';
import { openPool } from './pool.ts';
import { SerializableDriver } from './serializableDriver.ts';

/**
 * Makes Postgres behave as the store knows it from SQLite: statements run as if alone, texts are ordered byte by byte
 * whatever the server's locale (times and cursors need that), and whole numbers have 64 bits.
 */
export class LikeSqlitePostgresDialect extends PostgresDialect {
  readonly #pool: Pool;
  readonly #busySeconds: number;

  /** @param options.busySeconds how long to try again while other writers come in between */
  constructor(address: string, options: { readonly busySeconds: number; readonly readOnly?: boolean }) {
    const pool = openPool(address, options);
    super({ pool });
    this.#pool = pool;
    this.#busySeconds = options.busySeconds;
  }

  override createDriver(): Driver {
    return new SerializableDriver(new PostgresDriver({ pool: this.#pool }), this.#busySeconds);
  }

  override createQueryCompiler(): QueryCompiler {
    return new SameColumnsCompiler();
  }
}

const columnTypes: Readonly<Record<string, string>> = { text: 'text collate "C"', integer: 'bigint' };

class SameColumnsCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const inDefinition = this.parentNode?.kind === 'ColumnDefinitionNode';
    const type = inDefinition ? columnTypes[node.dataType] : undefined;
    if (type === undefined) super.visitDataType(node);
    else this.append(type);
  }
}
