import {
  type DataTypeNode,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  type QueryCompiler,
} from 'kysely';
import type { Pool } from 'pg';
import { PatientDriver } from './patientDriver.ts';
import { openPool } from './pool.ts';

/**
 * Postgres with the columns that the store knows from SQLite: texts are ordered byte by byte whatever the server's
 * locale (times and cursors need that), and whole numbers have 64 bits.
 */
export class TipstaffPostgresDialect extends PostgresDialect {
  readonly #pool: Pool;
  readonly #busySeconds: number;

  /** @param options.busySeconds how long to wait for a row that somebody else has locked */
  constructor(address: string, options: { readonly busySeconds: number; readonly readOnly?: boolean }) {
    const pool = openPool(address, options);
    super({ pool });
    this.#pool = pool;
    this.#busySeconds = options.busySeconds;
  }

  override createDriver(): Driver {
    return new PatientDriver(new PostgresDriver({ pool: this.#pool }), this.#busySeconds);
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

  /**
   * Postgres cannot keep NUL in a text. Wherever one comes from (a server's response, a reader's search), it is left
   * out.
   */
  protected override addParameter(value: unknown): void {
    super.addParameter(typeof value === 'string' ? value.replaceAll('\0', '') : value);
  }
}
