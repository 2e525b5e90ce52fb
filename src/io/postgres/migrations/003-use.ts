import type { Migration } from './migrations.ts'

/** Requests of clients, and what their sessions have received. */
export const use: Migration = {
  id: 3,
  name: 'use',
  statements: `
    create table lorefence.usage (
      ref text not null, day date not null, requests bigint not null, recent double precision[] not null,
      primary key (ref, day));
    create table lorefence.sessions (
      session text not null, key text not null, digest text not null, noted timestamptz not null default now(),
      primary key (session, key));
  `,
}
