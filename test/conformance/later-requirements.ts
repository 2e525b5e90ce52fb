import { row, type Requirement } from './requirement.ts'

/** What the Knowledge Context Protocol added after 0.14, and what real manifests do. */
export const laterRequirements: readonly Requirement[] = [
  row(
    'KL-007',
    'gate',
    'Unit temporal: valid_from, valid_until, recorded_at (shown, filters nothing), superseded_by; no block = always valid',
  ),
  row('KL-008', 'gate', 'Root temporal gives defaults, field by field'),
  row('KL-009', 'gate', 'Bounds inclusive; a date covers its whole UTC day; today is UTC, clock injectable'),
  row('KL-010', 'gate', 'Quoted, unquoted, datetime: same meaning, compared as time, never as text'),
  row('KL-011', 'gate', 'Outside its window a unit is given on no path: query, id, resource, list, session start'),
  row('KL-012', 'select', 'Order: score, not_for, temporal, cut'),
  row('KL-013', 'select', 'Query as_of judges at that date; an unreadable one is an error'),
  row('KL-014', 'select', 'include_all_temporal lifts the filter; results carry temporal and a caution'),
  row('KL-015', 'select', 'Both with as_of other than today: error temporal_query_conflict'),
  row(
    'KL-016',
    'select',
    'Successor selectable (in time, audience and access fit, not deprecated): the old unit is not selected, reason names it; else the old stays',
  ),
  row('KL-017', 'select', 'Supersession cycle: error; reading drops those edges, neither unit is lost'),
  row(
    'KL-018',
    'judge',
    'Warn: unknown successor; expired without one; valid_until before valid_from. Not for recorded_at order',
  ),
  row('KL-019', 'gate', 'Unreadable window date: ask; unreadable recorded_at: warn'),
  row('KL-023', 'select', 'An entry matches when a query term occurs in it, case-insensitive'),
  row('KL-024', 'select', 'Soft match: score lowered, unit kept, caution names the phrase, ranks below an equal unit'),
  row('KL-025', 'select', 'not_for_strict: true: out of results, reason listed; still given by id'),
  row('KL-026', 'select', 'Root not_for changes no unit; the reply says the manifest may be the wrong place'),
  row('KL-028', 'judge', 'aliases match ^[a-z0-9][a-z0-9._-]*$; a bad one is dropped + warn; over 100: warn'),
  row('KL-029', 'select', 'Id lookup and search find a unit by alias; reply has matched_alias and the canonical id'),
  row('KL-030', 'select', 'Collision: warn; id beats alias, then first declared'),
  row(
    'KL-031',
    'select',
    'Never a target of depends_on, supersedes, superseded_by, relationships, external_depends_on, overrides, excludes, also in fetched manifests',
  ),
  row('KL-032', 'select', 'An alias shares window, gates, hash; a citation names the unit and claims no sub-clause'),
  row(
    'KL-033',
    'gate',
    'content_hash {algorithm sha256/384/512, hex value}; other algorithm: error, unit asks; empty value: absent + warn',
  ),
  row(
    'KL-034',
    'gate',
    'File: hash of raw bytes. Folder: every regular file, recursive, no links: relative path, NUL, hex hash, LF; sorted bytewise; hashed',
  ),
  row('KL-035', 'gate', 'Checked on the very bytes released; mismatch: deny, both digests named'),
  row(
    'KL-036',
    'gate',
    'Replies say content_verified true, mismatch, absent; option require_unit_hashes denies absent',
  ),
  row('KL-049', 'mcp', 'Model-facing lists hold known fields only'),
  row(
    'KL-050',
    'mcp',
    'Metadata text that commands the reader or holds tool-call syntax is withheld and recorded (path, reason, sha256); naming a command is fine; rules versioned',
  ),
  row('KL-051', 'mcp', 'Same input, keys, version: same bytes; no model, no clock'),
  row('KL-052', 'mcp', 'No tool or rendered file of the repository is used; AGENTS.md, CLAUDE.md change no decision'),
  row('KL-110', 'gate', 'path a folder (55): index or README, then text files; confined, ignore rules, budget'),
]
