/** Limits on untrusted input (KCP §14, Agent Knowledge security model), which docs and tests cite. */
export const limits = {
  /** Bytes of a manifest, a record or another JSON or YAML file. */
  documentBytes: 16 * 1024 * 1024,
  /** Bytes in which the frontmatter of KNOWLEDGE.md must close. */
  frontmatterBytes: 256 * 1024,
  /** Bytes of a content file that is read at all. */
  contentBytes: 64 * 1024 * 1024,
  /** One PDF: pages, characters of its text, and milliseconds until its reader is stopped. */
  pdfPages: 2_000,
  pdfTextLength: 16 * 1024 * 1024,
  pdfMilliseconds: 20_000,
  /** Bytes of the card of a command. */
  commandCardBytes: 64 * 1024,
  /** UTF-16 units of a message of a past session: read, and stored after its secrets are masked. */
  memoryReadLength: 400_000,
  memoryTextLength: 40_000,
  /** Bytes of a signature file; that of a pack lists its files. */
  signatureBytes: 4 * 1024 * 1024,
  /** UTF-16 units of one envelope, escapes included. */
  fencedLength: 64 * 1024 * 1024,
  /** Hours after which a session ends in which nothing was returned: then its texts are returned again. */
  sessionHours: 24,
  /** Nesting of YAML and JSON. */
  depth: 64,
  /** Scalars, lists and mappings in one document. */
  nodes: 2_000_000,
  units: 100_000,
  /** Files of units that one read opens, and their bytes together; the rest is listed as omitted. */
  readUnits: 100_000,
  readUnitBytes: 256 * 1024 * 1024,
  /** UTF-16 units of one scalar. */
  textLength: 262_144,
  /** Diagnostics listed for one document, the most severe first. */
  findings: 10_000,
  /**
   * For one scan of all roots. Ungranted entries have their own limits: bytes of entry files, of one manifest read in
   * full, of the head of a longer one, and entries. Granted ones: bytes and units of the manifests.
   */
  ungrantedBytes: 4 * 1024 * 1024,
  ungrantedDocumentBytes: 1024 * 1024,
  manifestHeadBytes: 16 * 1024,
  ungrantedEntries: 10_000,
  catalogBytes: 64 * 1024 * 1024,
  catalogUnits: 200_000,
  /** Manifests that one `llms.txt`, catalog or manifest declares. */
  declaredManifests: 1_000,
  /** Manifests that one manifest includes, each way to one counted (KCP §3.11). */
  includedManifests: 50,
  /** Manifests of one scan that only other manifests declare (KCP §3.6). */
  federatedManifests: 50,
  /**
   * Fetched manifests (KCP §3.6, §14.3): hops from a manifest on this disk, units of one manifest, fetches at the same
   * time, files of the units of one manifest.
   */
  federationDepth: 5,
  remoteUnits: 10_000,
  parallelFetches: 8,
  remoteFiles: 1_000,
  /** Folders and files in one walk. */
  walkDepth: 12,
  walkFolders: 50_000,
  /** One workspace scan: levels of folders, files, bytes of one indexed file, bytes of all indexes. */
  workspaceDepth: 24,
  workspaceFiles: 200_000,
  workspaceFileBytes: 4 * 1024 * 1024,
  workspaceIndexBytes: 1024 * 1024 * 1024,
  /** Files of one pack, and of one unit whose path is a folder. */
  packFiles: 20_000,
  /** Bytes of one file that content rules check, and of all files of a pack together. */
  checkedFileBytes: 2 * 1024 * 1024,
  checkedBytes: 64 * 1024 * 1024,
  /** Folders that are watched for changes. */
  watchedFolders: 1_000,
  /** UTF-16 units of a task or a term that a model sends, and tokens of one reply to it. */
  taskLength: 8_192,
  replyTokens: 10_000,
  /**
   * For one fetch with its redirects (KCP §3.6, §14.3): bytes before and after decompression, milliseconds, redirects,
   * bytes of the headers of one response, UTF-16 units of a URL.
   */
  fetchBytes: 1024 * 1024,
  fetchMilliseconds: 10_000,
  fetchRedirects: 5,
  fetchHeaderBytes: 16 * 1024,
  urlLength: 8_192,
  /**
   * One archive or repository to install from: bytes before and after decompression, names, unpacked bytes per packed
   * byte (beyond the first million), bytes of one extended header, milliseconds of its fetch.
   */
  archiveBytes: 64 * 1024 * 1024,
  unpackedBytes: 256 * 1024 * 1024,
  archiveNames: 50_000,
  archiveRatio: 200,
  archiveHeaderBytes: 1024 * 1024,
  archiveMilliseconds: 60_000,
  /**
   * Installation: bytes of one entry, UTF-16 units of a path in it, files that are fetched one by one, entries of one
   * source and of one lock.
   */
  installedBytes: 64 * 1024 * 1024,
  installedPathLength: 512,
  fetchedFiles: 500,
  sourceEntries: 200,
  lockedEntries: 1_000,
  /**
   * One repository: commits that are read for the history of its files, branches that are compared with its work tree.
   */
  historyCommits: 5_000,
  comparedBranches: 50,
} as const
