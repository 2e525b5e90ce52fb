import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { testCertificate } from './test-certificate.ts'

/** An HTTPS server on this machine, closed when the test ends. Its certificate is for "platform.test" and 127.0.0.1. */
export async function tlsServer(
  answer: RequestListener,
  { days, address = '127.0.0.1', port = 0 }: { days?: readonly [number, number]; address?: string; port?: number } = {},
): Promise<{
  readonly port: number
  readonly ca: string
  /** The host names that clients requested, and the `Host` headers. */
  readonly asked: readonly { readonly name: unknown; readonly host: string | undefined }[]
}> {
  const { key, cert } = testCertificate({
    names: ['platform.test'],
    addresses: ['127.0.0.1'],
    ...(days ? { days } : {}),
  })
  const asked: { name: unknown; host: string | undefined }[] = []
  const server = createServer({ key, cert }, (request, response) => {
    asked.push({ name: (request.socket as TLSSocket).servername, host: request.headers.host })
    answer(request, response)
  })
  await new Promise<void>((listening) => server.listen({ host: address, port }, listening))
  onTestFinished(
    () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  )
  return { port: (server.address() as AddressInfo).port, ca: cert, asked }
}
