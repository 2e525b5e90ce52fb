import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A key and a self-signed certificate, created for one test; both are PEM. */
export function testCertificate(hosts: {
  readonly names: readonly string[]
  readonly addresses?: readonly string[]
  /** First and last day, relative to today. */
  readonly days?: readonly [number, number]
}): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('lorefence test')))))
  const time = (date: Date): Buffer =>
    der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
  const alternatives = sequence(
    ...hosts.names.map((host) => der(0x82, Buffer.from(host))),
    ...(hosts.addresses ?? []).map((address) => der(0x87, Buffer.from(address.split('.').map(Number)))),
  )
  const authority = sequence(der(0x01, Buffer.from([0xff])))
  const [first, last] = (hosts.days ?? [-1, 1]).map((days) => new Date(Date.now() + days * 86_400_000)) as [Date, Date]
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(first), time(last)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(oid(0x55, 0x1d, 0x11), der(0x04, alternatives)),
        sequence(oid(0x55, 0x1d, 0x13), der(0x04, authority)),
      ),
    ),
  )
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]))
  const body = sequence(content, ecdsaWithSha256, signature).toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, content: Buffer): Buffer {
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const set = (...parts: readonly Buffer[]): Buffer => der(0x31, Buffer.concat(parts))
const oid = (...bytes: readonly number[]): Buffer => der(0x06, Buffer.from(bytes))
const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
