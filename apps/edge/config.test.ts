import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const good = { GATEWAY_SN: 'eg-0001', GATEWAY_SECRET: 's', MQTT_URL: 'mqtt://broker', EDGE_DATA_DIR: '/data/edge' }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edge-config-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the settings of the agent', () => {
  it('are read, the serial number in capitals', () => {
    expect(readConfig(good)).toEqual({
      isSlot: false,
      isManaged: false,
      sn: 'EG-0001',
      secret: 's',
      url: 'mqtt://broker',
      dataDir: '/data/edge',
    })
  })

  it('have a default folder', () => {
    expect(readConfig({ ...good, EDGE_DATA_DIR: undefined }).dataDir).toMatch(/data\/edge$/)
  })

  it('may contain the authority of the broker', () => {
    const file = join(folder, 'ca.pem')
    writeFileSync(file, 'PEM')
    expect(readConfig({ ...good, MQTT_CA_FILE: file }).ca).toBe('PEM')
  })

  it('may contain the signing key of the platform', () => {
    const key = 'k'.repeat(43)
    expect(readConfig({ ...good, EDGE_FIRMWARE_KEY: `${key} ` }).firmwareKey).toBe(key)
    expect(readConfig({ ...good, EDGE_FIRMWARE_KEY: '' })).not.toHaveProperty('firmwareKey')
  })

  it('may let the platform change the machine, and set its LAN', () => {
    const ports = '/dev/ttyS1, /dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0'
    const box = { EDGE_MANAGE_BOX: 'yes', EDGE_LAN_INTERFACE: 'enp1s0.7', EDGE_SERIAL_PORTS: ports }
    expect(readConfig({ ...good, ...box })).toMatchObject({
      isManaged: true,
      lanInterface: 'enp1s0.7',
      serialPorts: ports.split(', '),
    })
  })

  it.each([
    [{ EDGE_FIRMWARE_KEY: 'key' }, /^EDGE_FIRMWARE_KEY must be the signing key/],
    [{ EDGE_MANAGE_BOX: 'maybe' }, /^EDGE_MANAGE_BOX must be yes or no$/],
    [{ EDGE_LAN_INTERFACE: '--help' }, /^EDGE_LAN_INTERFACE must name/],
    [{ EDGE_SERIAL_PORTS: '/dev/../etc/passwd' }, /^EDGE_SERIAL_PORTS must name up to 8/],
    [{ EDGE_SERIAL_PORTS: '-F' }, /^EDGE_SERIAL_PORTS must name up to 8/],
    [{ EDGE_LAN_INTERFACE: 'eth1; reboot' }, /^EDGE_LAN_INTERFACE must name/],
    [{ EDGE_LAN_INTERFACE: 'an-interface-of-16' }, /^EDGE_LAN_INTERFACE must name/],
    [{ GATEWAY_SN: undefined }, /^GATEWAY_SN is missing/],
    [{ GATEWAY_SN: 'x' }, /^GATEWAY_SN must be 4 to 32/],
    [{ GATEWAY_SN: 'a/+/#' }, /^GATEWAY_SN must be 4 to 32/],
    [{ GATEWAY_SECRET: ' ' }, /^GATEWAY_SECRET is missing/],
    [{ MQTT_URL: '' }, /^MQTT_URL is missing/],
    [{ MQTT_URL: 'broker:1883' }, /^MQTT_URL: broker:1883 must be mqtt/],
    [{ MQTT_URL: 'http://broker' }, /^MQTT_URL: http:\/\/broker must be mqtt/],
    [{ MQTT_CA_FILE: '/nowhere/ca.pem' }, /^MQTT_CA_FILE: ENOENT/],
  ])('that are wrong are named in one line: %o', (change, message) => {
    expect(() => readConfig({ ...good, ...change })).toThrow(message)
    expect(() => readConfig({ ...good, ...change })).not.toThrow(/\n/)
  })
})
