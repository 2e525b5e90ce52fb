import type { Migration } from './migrations.ts'

/**
 * Receipts as in files: one segment per server, lines that never change, and the last acknowledged record of each
 * segment that no other segment names. A segment is in the partition of the month in which it began.
 */
export const receipts: Migration = {
  id: 2,
  name: 'receipts',
  statements: `
    create table lorefence.segments (
      name text primary key, month date not null, since timestamptz not null, head text not null);
    create table lorefence.receipts (
      month date not null, segment text not null, line integer not null, id text not null, record text not null,
      primary key (month, segment, line)
    ) partition by range (month);
    create index receipts_id on lorefence.receipts (id);
    create index receipts_segment on lorefence.receipts (segment, line);
    create table lorefence.receipts_rest partition of lorefence.receipts default;
    create table lorefence.heads (segment text not null, link text not null, primary key (segment, link));

    create table lorefence.secret (one boolean primary key default true check (one), key text not null);
    insert into lorefence.secret (key)
      values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
  `,
}
