import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayLink } from '../../signal/cloud/link.ts'
import { makeCertificate } from '../../testkit/peers/certificate.ts'
import { brokerAddress } from './broker-address.ts'

let folder: string
let own: { cert: Buffer; key: Buffer }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-address-'))
  await makeCertificate(folder)
  own = { cert: await readFile(join(folder, 'cert.pem')), key: await readFile(join(folder, 'key.pem')) }
})
afterAll(() => rm(folder, { recursive: true }))

const link = (port: number, tlsPort: number | null = null) =>
  ({ port: () => port, tlsPort: () => tlsPort }) as unknown as GatewayLink
const external = {} as GatewayLink
const settings = { host: '0.0.0.0', mqttPort: 1883, mqttsPort: 8883, mqttUrl: null, publicUrl: null, tls: null }

describe('the address of the broker', () => {
  it('has the port that is really open; the page supplies the host', () => {
    expect(brokerAddress({ ...settings, mqttPort: 0 }, link(40123))).toEqual({
      host: null,
      port: 40123,
      secure: false,
      ca: null,
      isCaMissing: false,
      isLocal: false,
    })
  })

  it('has the public host; with https at a proxy the broker has no TLS', () => {
    const address = brokerAddress({ ...settings, publicUrl: 'https://plant.example' }, link(1883))
    expect(address).toMatchObject({ host: 'plant.example', port: 1883, secure: false })
  })

  it('marks an address that only this machine can reach', () => {
    expect(brokerAddress({ ...settings, host: '127.0.0.1' }, link(1883)).isLocal).toBe(true)
    const forwarded = { ...settings, host: '127.0.0.1', publicUrl: 'http://plant.example' }
    expect(brokerAddress(forwarded, link(1883)).isLocal).toBe(false)
  })

  it('uses TLS if it is set up, with the certificate of a private authority', () => {
    const address = brokerAddress({ ...settings, tls: own }, link(1883, 8884))
    expect(address).toMatchObject({ port: 8884, secure: true, isCaMissing: false })
    expect(address.ca?.replace(/\s/g, '')).toBe(own.cert.toString().replace(/\s/g, ''))
  })

  it('needs no certificate of a public authority', () => {
    const tls = { ...own, cert: Buffer.from(rootCertificates[0]!) }
    expect(brokerAddress({ ...settings, tls }, link(1, 2))).toMatchObject({ ca: null, isCaMissing: false })
  })

  it.each([
    ['mqtts://admin:secret@broker.example', { host: 'broker.example', port: 8883, secure: true }],
    ['mqtt://admin:secret@broker.example:1999', { host: 'broker.example', port: 1999, secure: false }],
    ['mqtt://admin:secret@127.0.0.1:1999', { host: 'plant.example', port: 1999, secure: false }],
  ])('is that of the external broker %s, without its account', (mqttUrl, wanted) => {
    const address = brokerAddress({ ...settings, mqttUrl, publicUrl: 'http://plant.example' }, external)
    expect(address).toMatchObject(wanted)
    expect(JSON.stringify(address)).not.toContain('secret')
  })
})
