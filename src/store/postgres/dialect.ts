import { type DataTypeNode, PostgresDialect, PostgresQueryCompiler, type QueryCompiler } from 'kysely';
import type { Pool } from 'pg';

/**
 * Postgres with columns that hold and order what those of SQLite do, whatever the server's locale: texts byte by byte, as times and
 * cursors need, and whole numbers of 64 bits.
 */
export class SameColumnsPostgresDialect extends PostgresDialect {
  constructor(pool: Pool) {
    super({ pool });
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
