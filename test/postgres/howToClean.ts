/** For the template: `tests.clean()` restores the rows of a copy, or returns false if more than rows changed. */
export const knowsHowToClean = `
  create schema tests;
  create function tests.all_tables() returns table (name text) language sql as $$
    select format('%I.%I', schemaname, tablename) from pg_tables where schemaname in ('public', 'pgboss')
  $$;
  create function tests.shape() returns text language sql as $$
    select md5(string_agg(part, ' ' order by part)) from (
      select concat(attrelid::regclass, attname, atttypid, attnotnull, attisdropped) as part from pg_attribute
        where attrelid >= 16384 and attrelid::regclass::text !~ '^pg_toast'
      union all select concat(tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
      union all select concat(oid::regprocedure, md5(prosrc)) from pg_proc where oid >= 16384
      union all select concat(conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where oid >= 16384
      union all select nspname from pg_namespace where oid >= 16384 and nspname !~ '^pg_'
      union all select array_to_string(setconfig, ' ') from pg_db_role_setting
    ) as parts
  $$;
  do $$
  declare one text;
  begin
    create table tests.kept (name text, rows jsonb);
    for one in select name from tests.all_tables() loop
      execute format('insert into tests.kept select %L, jsonb_agg(to_jsonb(t)) from %s as t having count(*) > 0', one, one);
    end loop;
  end $$;
  create table tests.template (shape text);
  create function tests.clean() returns boolean language plpgsql as $$
  declare one text; kept jsonb; is_empty boolean; filled text[] := '{}';
  begin
    perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
    if tests.shape() is distinct from (select shape from tests.template) then return false; end if;
    for one in select name from tests.all_tables() loop
      execute format('select not exists (select from %s)', one) into is_empty;
      if not is_empty then filled := filled || one; end if;
    end loop;
    if filled <> '{}' then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
    for one, kept in select * from tests.kept loop
      execute format('insert into %s overriding system value select * from jsonb_populate_recordset(null::%s, $1)', one, one)
        using kept;
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where last_value is not null;
    return true;
  end $$;
  insert into tests.template select tests.shape();
`;
