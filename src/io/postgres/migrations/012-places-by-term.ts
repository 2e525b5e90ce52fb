import type { Migration } from './migrations.ts'

/**
 * Postings lie in the order in which texts were added, so those of a frequent term are on every page. An index that
 * contains them has them side by side. An entry of an index has at most 2,704 bytes; the few that are longer have an
 * index of their own.
 */
export const placesByTerm: Migration = {
  id: 12,
  name: 'places by term',
  statements: `
    create index postings_places on lorefence.postings (term, text) include (places)
      where octet_length(term) + octet_length(places) <= 2000;
    create index postings_long_places on lorefence.postings (term, text)
      where octet_length(term) + octet_length(places) > 2000;
    alter table lorefence.postings drop constraint postings_pkey;
  `,
}
