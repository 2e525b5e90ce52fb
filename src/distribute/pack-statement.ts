/** What is signed of a pack: its files with their SHA-256, listed as KCP §4.21.1 lists a folder, under a line that no manifest starts with. */
export function packStatement(files: Readonly<Record<string, string>>): Uint8Array {
  const lines = Object.entries(files).map(([path, value]) => Buffer.from(`${path}\0${value}\n`))
  return Buffer.concat([Buffer.from('lorefence pack signature 1\n'), ...lines.sort(Buffer.compare)])
}
