import type { Migration } from './migrations.ts'

/**
 * Files of workspaces by the digest of their content. A row records in which revisions a path had a content: from
 * `since` on, before `until`. A revision becomes visible as a whole, once the workspace has its number.
 */
export const workspaces: Migration = {
  id: 10,
  name: 'workspaces',
  statements: `
    create table lorefence.contents (digest text primary key, bytes bytea not null);

    create table lorefence.workspaces (
      name text primary key, revision integer not null default 0, pushed timestamptz not null default now());

    create table lorefence.workspace_files (
      workspace text not null references lorefence.workspaces,
      path text not null,
      since integer not null,
      until integer,
      digest text references lorefence.contents,
      size integer,
      target text,
      primary key (workspace, path, since),
      check ((digest is null) = (target is not null) and (digest is null) = (size is null)));
    create index workspace_files_digest on lorefence.workspace_files (digest);
  `,
}
