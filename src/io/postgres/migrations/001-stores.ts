import type { Migration } from './migrations.ts'

/** The stores that decisions depend on: one table each, so that rights can be granted for each of them. */
const kept = ['grants', 'approvals', 'disabled', 'editions', 'copies', 'keys'] as const

/**
 * Every change gets the next number of one counter, and a server asks for changes above the last number that it has
 * seen. The counter is locked until the change is committed, so numbers appear in order. A removed entry stays as an
 * empty row.
 */
export const stores: Migration = {
  id: 1,
  name: 'stores',
  statements: `
    create table lorefence.version (one boolean primary key default true check (one), latest bigint not null);
    insert into lorefence.version (latest) values (0);

    create function lorefence.number_change() returns trigger language plpgsql security definer
      set search_path = pg_catalog as $$
      begin
        update lorefence.version set latest = latest + 1 returning latest into new.version;
        perform pg_notify('lorefence', tg_table_name);
        return new;
      end $$;

    create function lorefence.refuse_delete() returns trigger language plpgsql as $$
      begin
        raise exception 'Rows of lorefence.% are not deleted, so that every server sees the change; set entry to null.', tg_table_name;
      end $$;

    ${kept
      .map(
        (name) => `
    create table lorefence.${name} (id text primary key, entry json, version bigint not null default 0);
    create index ${name}_version on lorefence.${name} (version);
    create trigger number_change before insert or update on lorefence.${name}
      for each row execute function lorefence.number_change();
    create trigger refuse_delete before delete or truncate on lorefence.${name}
      for each statement execute function lorefence.refuse_delete();`,
      )
      .join('\n')}
  `,
}
