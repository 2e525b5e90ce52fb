import { gzipSync } from 'node:zlib'
import { pax, tar, tarEnd, tarPart, tgz, zip, type TarPart, type ZipPart } from './make-archive.ts'

const guide: TarPart & ZipPart = {
  name: 'kiosk/KNOWLEDGE.md',
  content:
    '---\nname: kiosk\ndescription: Product facts and support wording for the Harbor Kiosk.\ntype: brand-product\nprofile: wiki-first\nstatus: ready\n---\n\n# Kiosk\n',
}
const { type: _type, ...zipGuide } = guide as TarPart & { readonly type?: string }

/** Names that make an archive suspect, whatever kind of entry has them. */
const names: Readonly<Record<string, string>> = {
  'a name that leaves the archive': '../x',
  'a name that leaves it further on': 'kiosk/../../x',
  'a name that leaves and comes back': 'kiosk/../kiosk/x',
  'a name that ends above': 'kiosk/..',
  'an absolute name': '/etc/x',
  'an absolute name of Windows': 'C:\\x',
  'a drive letter': 'c:x',
  'a share of Windows': '\\\\host\\x',
  'a backslash that leaves': '..\\x',
  'a backslash further on': 'kiosk\\x',
  'a line break': 'kiosk/a\nb',
  'a sequence for terminals': 'kiosk/\u001b[2Jx',
  'a delete character': 'kiosk/a\u007f',
  'a C1 control character': 'kiosk/a\u009b',
  'a character that turns the line': 'kiosk/\u202etxt.exe',
  'an isolate': 'kiosk/\u2066x',
  'a line separator': 'kiosk/a\u2028b',
  'an empty part': 'kiosk//x',
  'a dot as a part': 'kiosk/./x',
  'the name of the guide again': 'kiosk/KNOWLEDGE.md',
  'a file below the guide': 'kiosk/KNOWLEDGE.md/x',
  'a byte order mark': 'kiosk/\ufeffx',
  'a very long name': `kiosk/${'a/'.repeat(3000)}x`,
}

/** A name that does not fit into a header needs an extra header before it. */
const named = (name: string): readonly TarPart[] =>
  Buffer.byteLength(name) > 99
    ? [
        { name: 'pax', type: 'x', content: pax('path', name) },
        { name: 'short', content: 'x' },
      ]
    : [{ name, content: 'x' }]

/** Archives of which nothing may be used. */
export const hostileTars: Readonly<Record<string, Buffer>> = {
  ...Object.fromEntries(Object.entries(names).map(([title, name]) => [title, tgz(guide, ...named(name))])),
  'a character device': tgz(guide, { name: 'kiosk/null', type: '3' }),
  'a block device': tgz(guide, { name: 'kiosk/sda', type: '4' }),
  'a pipe': tgz(guide, { name: 'kiosk/pipe', type: '6' }),
  'an unknown kind': tgz(guide, { name: 'kiosk/x', type: 'Z', content: 'x' }),
  'a sparse file of GNU': tgz(guide, { name: 'kiosk/x', type: 'S', content: 'x' }),
  'a sparse file of pax': tgz(
    guide,
    { name: 'p', type: 'x', content: pax('GNU.sparse.name', 'kiosk/y') },
    { name: 'kiosk/x', content: 'x' },
  ),
  'a link with content': tgz(guide, { name: 'kiosk/l', type: '2', content: 'x' }),
  'a file below a link': tgz(guide, { name: 'kiosk/l', type: '2' }, { name: 'kiosk/l/x', content: 'x' }),
  'a name of NUL in a pax header': tgz(
    guide,
    { name: 'p', type: 'x', content: pax('path', 'kiosk/a\0b') },
    { name: 'q', content: 'x' },
  ),
  'a name in a pax header that leaves': tgz(
    guide,
    { name: 'p', type: 'x', content: pax('path', '../x') },
    { name: 'q', content: 'x' },
  ),
  'a name of GNU that leaves': tgz(
    guide,
    { name: '././@LongLink', type: 'L', content: '../x\0' },
    { name: 'q', content: 'x' },
  ),
  'a prefix that leaves': tgz(guide, { name: 'x', prefix: '..', content: 'x' }),
  'two names for one file': tgz(
    guide,
    { name: 'p', type: 'x', content: pax('path', 'kiosk/a') },
    { name: 'L', type: 'L', content: 'kiosk/b\0' },
    { name: 'q', content: 'x' },
  ),
  'a path twice in a header': tgz(
    guide,
    { name: 'p', type: 'x', content: Buffer.concat([pax('path', 'kiosk/a'), pax('path', 'kiosk/b')]) },
    { name: 'q', content: 'x' },
  ),
  'a name for all files': tgz({ name: 'g', type: 'g', content: pax('path', '../x') }, guide),
  'another size in a pax header': tgz(
    guide,
    { name: 'p', type: 'x', content: pax('size', '1024') },
    { name: 'kiosk/x', content: 'x' },
  ),
  'a broken pax header': tgz(guide, { name: 'p', type: 'x', content: '999 path=x\n' }, { name: 'q', content: 'x' }),
  'a header for nothing': tgz(guide, { name: 'p', type: 'x', content: pax('path', 'kiosk/a') }),
  'a wrong checksum': tgz(guide, { name: 'kiosk/x', checksum: '000000\0 ' }),
  'a size beyond the end': tgz(guide, { name: 'kiosk/x', size: '77777777777\0' }),
  'a negative size': tgz(guide, { name: 'kiosk/x', size: '\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff' }),
  'a size that is no number': tgz(guide, { name: 'kiosk/x', size: '-0000000001\0' }),
  'no end': gzipSync(tarPart(guide)),
  'half of a header': gzipSync(tarPart(guide).subarray(0, 700)),
  'a second archive behind the end': gzipSync(Buffer.concat([tar(guide), tar({ name: 'kiosk/x', content: 'x' })])),
  'a bomb': gzipSync(Buffer.concat([tarPart({ ...guide, content: Buffer.alloc(20_000_000) }), tarEnd])),
  'a name that is not UTF-8': tgz(guide, { name: Buffer.from([0x6b, 0xff, 0xfe]), content: 'x' }),
  'broken gzip': tgz(guide).subarray(0, 100),
  'nothing but gzip': gzipSync(''),
}

const unicodePath = Buffer.concat([Buffer.from([0x75, 0x70, 8, 0, 1, 0, 0, 0, 0]), Buffer.from('../')])
const zip64 = Buffer.from([1, 0, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0])

/** A file inside the content of another. */
function nested(): Buffer {
  const inner = { name: 'kiosk/b', content: 'x' }
  const whole = zip([inner])
  const local = whole.subarray(0, whole.indexOf('PK\x01\x02', 0, 'latin1'))
  const before = zip([zipGuide])
  const start = before.indexOf('PK\x01\x02', 0, 'latin1') + 30 + 'kiosk/a'.length
  return zip([zipGuide, { name: 'kiosk/a', content: local, method: 0 }, { ...inner, listed: { local: start } }])
}

export const hostileZips: Readonly<Record<string, Buffer>> = {
  ...Object.fromEntries(Object.entries(names).map(([title, name]) => [title, zip([zipGuide, { name, content: 'x' }])])),
  'a name with NUL': zip([zipGuide, { name: 'kiosk/a\0.md', content: 'x' }]),
  'a device': zip([zipGuide, { name: 'kiosk/null', mode: 0o020666 }]),
  'a pipe': zip([zipGuide, { name: 'kiosk/pipe', mode: 0o010666 }]),
  'a socket': zip([zipGuide, { name: 'kiosk/socket', mode: 0o140666 }]),
  'a folder with content': zip([zipGuide, { name: 'kiosk/x/', content: 'x', mode: 0o040755 }]),
  'a file below a link': zip([
    zipGuide,
    { name: 'kiosk/l', content: '/etc', mode: 0o120777 },
    { name: 'kiosk/l/x', content: 'x' },
  ]),
  'another name in the list': zip([zipGuide, { name: '../x', content: 'x', listed: { name: 'kiosk/x' } }]),
  'another name in a field': zip([zipGuide, { name: 'kiosk/x', content: 'x', extra: unicodePath }]),
  'sizes of zip64': zip([zipGuide, { name: 'kiosk/x', content: 'x', extra: zip64 }]),
  'an encrypted file': zip([zipGuide, { name: 'kiosk/x', content: 'x', flags: 0x801 }]),
  'an encrypted list': zip([zipGuide, { name: 'kiosk/x', content: 'x', flags: 0x2800 }]),
  'an unknown compression': zip([zipGuide, { name: 'kiosk/x', content: 'x', method: 12 }]),
  'a file that overlaps another': zip([zipGuide, { ...zipGuide, listed: { local: 0 } }]),
  'a file inside of another': nested(),
  'a larger size than it has': zip([zipGuide, { name: 'kiosk/x', content: 'x', listed: { size: 9 } }]),
  'a smaller size than it has': zip([
    zipGuide,
    { name: 'kiosk/x', content: 'xxxx', flags: 0x808, listed: { size: 1 } },
  ]),
  'a wrong checksum': zip([zipGuide, { name: 'kiosk/x', content: 'x', flags: 0x808, listed: { crc: 1 } }]),
  'content beyond the end': zip([
    zipGuide,
    { name: 'kiosk/x', content: 'x', flags: 0x808, listed: { packed: 0xffffff } },
  ]),
  'a place beyond the end': zip([zipGuide, { name: 'kiosk/x', content: 'x', listed: { local: 0xfffffff } }]),
  'more files than it lists': zip([zipGuide], { count: 2 }),
  'fewer files than it lists': zip([zipGuide, { name: 'kiosk/x', content: 'x' }], { count: 1 }),
  'a list elsewhere': zip([zipGuide], { listAt: 0 }),
  'one part of several': zip([zipGuide], { disk: 1 }),
  'two ends': zip([zipGuide], { comment: zip([]) }),
  'files that are too large together': zip([
    zipGuide,
    ...[1, 2, 3].map((n) => ({ name: `kiosk/${n}`, content: 'x', flags: 0x808, listed: { size: 100_000_000 } })),
  ]),
  'a steep file': zip([zipGuide, { name: 'kiosk/x', content: Buffer.alloc(3_000_000) }]),
  'a name that is not UTF-8': zip([zipGuide, { name: Buffer.from([0x6b, 0xff, 0xfe]), content: 'x' }]),
  'half of it': zip([zipGuide]).subarray(0, 120),
  'nothing but its mark': Buffer.from([0x50, 0x4b, 3, 4]),
}

/** Harmful inside a pack; elsewhere in an archive they are harmless. */
const inPack: Readonly<Record<string, string>> = {
  'a device name of Windows': 'kiosk/aux.md',
  'a stream of Windows': 'kiosk/a.md:x',
  'a name that ends in a dot': 'kiosk/a.',
  'a name that ends in a blank': 'kiosk/a ',
  'a short name of Windows': 'kiosk/GIT~1/config',
  'another case of the guide': 'kiosk/knowledge.MD',
  'full-width letters': 'kiosk/ＫNOWLEDGE.md',
  'a character that some disks ignore': 'kiosk/a\u200cb.md',
  'folders that are too deep': `kiosk/${'a/'.repeat(20)}x.md`,
  'a name that no disk takes': `kiosk/${'a'.repeat(250)}.md`,
}

/** Archives whose pack is refused. */
export const hostilePacks: Readonly<Record<string, Buffer>> = {
  ...Object.fromEntries(
    Object.entries(inPack).flatMap(([title, name]) => [
      [`${title}, tar`, tgz(guide, ...named(name))],
      [`${title}, zip`, zip([zipGuide, { name, content: 'x' }])],
    ]),
  ),
  'a symbolic link, tar': tgz(guide, { name: 'kiosk/l', type: '2' }),
  'a hard link, tar': tgz(guide, { name: 'kiosk/l', type: '1' }),
  'a link, zip': zip([zipGuide, { name: 'kiosk/l', content: '/etc/passwd', mode: 0o120777 }]),
  'a link in place of the guide': tgz({ name: 'kiosk/KNOWLEDGE.md', type: '2' }, { name: 'kiosk/x.md', content: 'x' }),
}

export const harmless: Readonly<Record<string, Buffer>> = {
  tgz: tgz(guide, { name: 'kiosk/wiki/a.md', content: 'a' }),
  tar: tar(guide, { name: 'kiosk/wiki/a.md', content: 'a' }),
  'tar of GNU, with folders': tgz(
    { name: 'kiosk/', type: '5', magic: 'ustar  \0' },
    { ...guide, magic: 'ustar  \0' },
    { name: 'kiosk/wiki/a.md', content: 'a', magic: 'ustar  \0' },
  ),
  'a long name': tgz(
    guide,
    { name: 'p', type: 'x', content: pax('path', 'kiosk/wiki/a.md') },
    { name: 'q', content: 'a' },
  ),
  'a long name of GNU': tgz(
    guide,
    { name: '././@LongLink', type: 'L', content: 'kiosk/wiki/a.md\0' },
    { name: 'q', content: 'a' },
  ),
  'a prefix': tgz(guide, { name: 'a.md', prefix: 'kiosk/wiki', content: 'a' }),
  'a dot in front': tgz(
    { name: './', type: '5' },
    { ...guide, name: './kiosk/KNOWLEDGE.md' },
    { name: './kiosk/wiki/a.md', content: 'a' },
  ),
  'a git archive': tgz({ name: 'pax_global_header', type: 'g', content: pax('comment', 'a'.repeat(40)) }, guide, {
    name: 'kiosk/wiki/a.md',
    content: 'a',
  }),
  zip: zip([zipGuide, { name: 'kiosk/wiki/a.md', content: 'a' }]),
  'zip without compression': zip([
    { ...zipGuide, method: 0 },
    { name: 'kiosk/wiki/a.md', content: 'a', method: 0 },
  ]),
  'zip with folders and a comment': zip(
    [{ name: 'kiosk/', mode: 0o040755, method: 0 }, zipGuide, { name: 'kiosk/wiki/a.md', content: 'a' }],
    { comment: Buffer.from('made by hand') },
  ),
  'a link elsewhere': tgz(guide, { name: 'kiosk/wiki/a.md', content: 'a' }, { name: 'other/l', type: '2' }),
}
