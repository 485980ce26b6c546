import { describe, expect, it } from 'vitest'
import type { BrokerAddress } from './contract.ts'
import { brokerUrl, edgeCommands } from './edge-command.ts'

const plain: BrokerAddress = { host: null, port: 1883, secure: false, ca: null, isCaMissing: false, isLocal: false }

describe('the lines that run the edge agent', () => {
  it('name the broker of this platform by the host the page was asked for', () => {
    const settings = 'GATEWAY_SN=LF-1 GATEWAY_SECRET=s3cret MQTT_URL=mqtt://localhost:1884'
    expect(edgeCommands('LF-1', 's3cret', { ...plain, port: 1884 }, 'localhost')).toEqual({
      file: `${settings} node gatehouse-edge.mjs`,
      sources: `${settings} npm run edge`,
    })
  })

  it('name the public host where one is set, and are encrypted where the broker is', () => {
    const address = { ...plain, host: 'plants.example', port: 9883, secure: true }
    expect(brokerUrl(address, 'localhost')).toBe('mqtts://plants.example:9883')
  })

  it.each(['::1', '[::1]'])('write the address %s in brackets', (host) => {
    expect(brokerUrl(plain, host)).toBe('mqtt://[::1]:1883')
  })

  it.each([
    ['is told', { ca: '-----BEGIN', isCaMissing: false }],
    ['has to be brought', { ca: null, isCaMissing: true }],
  ])('name the file of a private authority that %s', (_, authority) => {
    const { file, sources } = edgeCommands('LF-1', 's', { ...plain, secure: true, ...authority }, 'h')
    expect(file).toContain(' MQTT_CA_FILE=gatehouse-ca.pem node ')
    expect(sources).toContain(' MQTT_CA_FILE=gatehouse-ca.pem npm ')
  })

  it('name no file where a public authority signed', () => {
    expect(edgeCommands('LF-1', 's', { ...plain, secure: true }, 'h').file).not.toContain('MQTT_CA_FILE')
  })
})
