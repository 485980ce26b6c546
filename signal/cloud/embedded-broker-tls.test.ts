// The embedded broker with TLS, as README describes MQTTS_PORT.
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientIdOf, upTopic } from '../../contract/topics.ts'
import { eventually } from '../../testkit/eventually.ts'
import { makeCertificate } from '../../testkit/peers/certificate.ts'
import { EmbeddedBroker } from './embedded-broker.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const credential = async (sn: string) => ({
  sn,
  secretHash: createHash('sha256').update('secret').digest(),
  boxId: null,
})
const heard: string[] = []
let folder: string
let broker: EmbeddedBroker
let cert: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-tls-'))
  await makeCertificate(folder)
  cert = await readFile(join(folder, 'cert.pem'))
  const tls = { port: 0, cert, key: await readFile(join(folder, 'key.pem')) }
  const onMessage = (topic: string) => void heard.push(topic)
  broker = new EmbeddedBroker(
    { host: '127.0.0.1', port: 0, tls },
    { credential, onMessage, onRefused: () => undefined, log },
  )
  await broker.start()
})
afterAll(async () => {
  await broker.stop()
  await rm(folder, { recursive: true, force: true })
})

const connect = (options: object) =>
  connectAsync(
    `mqtts://localhost:${broker.tlsPort()}`,
    { clientId: clientIdOf('GH-TLS-1', '00000000000000aa'), username: 'GH-TLS-1', reconnectPeriod: 0, ...options },
    false,
  )

test('a gateway that trusts the certificate is connected', async () => {
  const client = await connect({ password: 'secret', ca: cert })
  await client.publishAsync(upTopic('GH-TLS-1', 'beat'), '{}', { qos: 1 })
  await eventually(() => expect(heard).toEqual([upTopic('GH-TLS-1', 'beat')]))
  await client.endAsync(true)
})

test('a gateway that does not trust it sends nothing; a wrong secret is refused with TLS too', async () => {
  await expect(connect({ password: 'secret' })).rejects.toThrow(/certificate/i)
  await expect(connect({ password: 'wrong', ca: cert })).rejects.toThrow()
})
