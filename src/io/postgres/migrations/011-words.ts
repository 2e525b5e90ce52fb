import type { Migration } from './migrations.ts'

/**
 * The inverted index of the texts of workspaces, and other results that servers share. All of it can be computed again.
 * Texts are added one after the other, so a small index by ranges finds the postings of one.
 */
export const words: Migration = {
  id: 11,
  name: 'words',
  statements: `
    create table lorefence.indexed_texts (
      number integer generated always as identity primary key,
      key text not null unique,
      digest text not null,
      sizes bytea not null,
      outline bytea not null);
    create index indexed_texts_digest on lorefence.indexed_texts (digest);

    create table lorefence.postings (
      term text collate "C" not null, text integer not null, places bytea not null, primary key (term, text));
    create index postings_text on lorefence.postings using brin (text);

    create table lorefence.results (key text primary key, bytes bytea not null, stored timestamptz not null default now());
  `,
}
