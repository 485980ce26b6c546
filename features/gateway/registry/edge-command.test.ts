import { execFileSync } from 'node:child_process'
import { describe, expect, it, test } from 'vitest'
import type { BrokerAddress } from './contract.ts'
import { brokerUrl, installCommand, runCommand } from './edge-command.ts'

const plain: BrokerAddress = { host: null, port: 1883, secure: false, ca: null, isCaMissing: false, isLocal: false }

describe('the command line that runs the edge agent', () => {
  it('names the broker of this platform by the host of the page', () => {
    expect(runCommand('LF-1', 's3cret', { ...plain, port: 1884 }, 'localhost')).toBe(
      'GATEWAY_SN=LF-1 GATEWAY_SECRET=s3cret MQTT_URL=mqtt://localhost:1884 node gatehouse-edge.mjs',
    )
  })

  it('prompts for a secret that is no longer shown, so that the line can be copied and run', () => {
    const run = runCommand('LF-1', undefined, plain, 'h').replace('node gatehouse-edge.mjs', 'printenv GATEWAY_SECRET')
    expect(run).not.toContain('…')
    expect(execFileSync('sh', ['-c', run], { input: 's3 cret\n', encoding: 'utf8' })).toBe('GATEWAY_SECRET: s3 cret\n')
  })

  it('names the configured public host, and uses TLS if the broker does', () => {
    const address = { ...plain, host: 'plants.example', port: 9883, secure: true }
    expect(brokerUrl(address, 'localhost')).toBe('mqtts://plants.example:9883')
  })

  it.each(['::1', '[::1]'])('writes the address %s in brackets', (host) => {
    expect(brokerUrl(plain, host)).toBe('mqtt://[::1]:1883')
  })

  it.each([
    ['is known', { ca: '-----BEGIN', isCaMissing: false }],
    ['has to be provided', { ca: null, isCaMissing: true }],
  ])('names the certificate file of a private authority that %s', (_, authority) => {
    const address = { ...plain, secure: true, ...authority }
    expect(runCommand('LF-1', 's', address, 'h')).toContain(' MQTT_CA_FILE=gatehouse-ca.pem node ')
    expect(installCommand('LF-1', address, 'https://h')).toBe(
      'curl -fsSL --cacert gatehouse-ca.pem https://h/agent/install.sh | sudo sh -s -- --sn LF-1 --ca gatehouse-ca.pem',
    )
  })

  it('names no certificate file for a public authority', () => {
    expect(runCommand('LF-1', 's', { ...plain, secure: true }, 'h')).not.toContain('MQTT_CA_FILE')
  })
})

test('the command line that installs it names the platform and the SN, and no secret', () => {
  expect(installCommand('LF-1', plain, 'http://localhost:8080')).toBe(
    'curl -fsSL http://localhost:8080/agent/install.sh | sudo sh -s -- --sn LF-1',
  )
})
