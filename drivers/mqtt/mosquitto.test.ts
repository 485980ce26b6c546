// The driver against mosquitto: both versions of the protocol, TLS, passwords, retained messages.
import { createHash, X509Certificate } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mosquitto, startMosquitto } from '../../testkit/peers/mosquitto.ts'
import type { Point, TagReading, TagSession } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { MqttParams } from './params.ts'

const signal = new AbortController().signal
const point = (address: string, dataType: Point['dataType'], id = 1): Point => ({ id, address, dataType, access: 'rw' })
const short = (reading: TagReading | undefined) =>
  reading &&
  ('fault' in reading ? reading.fault.code : reading.doubt ? [reading.value, reading.doubt.code] : reading.value)

describe.each(['3.1.1', '5'] as const)('mosquitto with MQTT %s', (version) => {
  let mosquitto: Mosquitto
  let device: MqttClient
  let session: TagSession
  let params: MqttParams
  beforeAll(async () => {
    mosquitto = await startMosquitto()
    device = await connectAsync(mosquitto.url)
    params = about.params.parse({ host: '127.0.0.1', port: mosquitto.port, version })
    session = await opener.open(params, signal)
  })
  afterAll(async () => {
    await session.close()
    await device.endAsync()
    await mosquitto.close()
  })

  test('delivers values of all types, and commands; the device answers with its new state', async () => {
    const points = [
      point('line/state#temp', 'float64', 1),
      point('line/state#count', 'uint64', 2),
      point('line/state#on', 'bool', 3),
      point('line/name', 'string', 4),
      point('line/state#missing', 'int16', 5),
    ]
    const state = { temp: 21.5, on: true }
    const publish = () =>
      device.publishAsync('line/state', `${JSON.stringify(state).slice(0, -1)},"count":9007199254740993}`)
    await device.publishAsync('line/name', '压机 4', { retain: true })
    const seen = new Map<number, TagReading>()
    const listener = {
      onReading: (id: number, reading: TagReading) => void seen.set(id, reading),
      onEnd: () => undefined,
    }
    const tags = points.map((each) => ({ point: each, periodMs: 1000 }))
    expect((await session.watch!(tags, params, listener)).size).toBe(0)
    await publish()
    const shown = () => points.map(({ id }) => short(seen.get(id)))
    await expect.poll(shown).toEqual([21.5, '9007199254740993', true, ['压机 4', 1747], 1715])
    await device.subscribeAsync('line/state/set')
    device.on('message', (_, payload) => {
      Object.assign(state, JSON.parse(payload.toString()))
      void publish()
    })
    expect(await session.write(points[0]!, 30.25, params)).toEqual({ kind: 'accepted' })
    expect(await session.write(points[2]!, false, params)).toEqual({ kind: 'accepted' })
    await expect
      .poll(async () => (await session.read(points, params)).map(short).slice(0, 3))
      .toEqual([30.25, '9007199254740993', false])
  })

  test('is read once where it is not watched', async () => {
    await device.publishAsync('other/level', '7', { retain: true, qos: 1 })
    const current = { ...params, retained: 'current' as const, timeoutMs: 300 }
    const readings = await session.read([point('other/level', 'int16'), point('other/none', 'int16', 2)], current)
    expect(readings.map(short)).toEqual([7, 1714])
  })

  test('answers a command for which no device has subscribed', async () => {
    const writing = session.write(point('nobody/x#v', 'int16'), 1, params)
    if (version === '5') await expect(writing).rejects.toMatchObject({ code: 1720 })
    else expect(await writing).toEqual({ kind: 'accepted' })
  })
})

test('mosquitto with TLS is reached by its authority or its fingerprint, and by no other way', async () => {
  const mosquitto = await startMosquitto({ tls: true })
  try {
    const pem = Buffer.from(mosquitto.ca!)
    const fingerprint = createHash('sha256').update(new X509Certificate(pem).raw).digest('hex').toUpperCase()
    const open = async (more: object) => {
      const params = about.params.parse({ host: 'localhost', port: mosquitto.port, tls: true, ...more })
      await (await opener.open(params, signal)).close()
    }
    await open({ caCertificate: { text: pem.toString('base64') } })
    await open({ caCertificate: { text: new X509Certificate(pem).raw.toString('base64') } })
    await open({ serverFingerprint: fingerprint, host: '127.0.0.1' })
    await expect(open({})).rejects.toMatchObject({ code: 1744, details: { fingerprint } })
    await expect(open({ serverFingerprint: 'AB'.repeat(32) })).rejects.toMatchObject({ code: 1744 })
    const other = { caCertificate: { text: pem.toString('base64') }, host: '127.0.0.1' }
    await expect(open(other)).rejects.toMatchObject({ code: 1744 })
    await expect(open({ tls: false, timeoutMs: 300 })).rejects.toMatchObject({ broken: true })
  } finally {
    await mosquitto.close()
  }
})

test('mosquitto refuses a wrong password, and a topic without permission', async () => {
  const [users, rights] = [join(tmpdir(), `users-${process.pid}`), join(tmpdir(), `rights-${process.pid}`)]
  // The password is "secret", hashed by mosquitto_passwd of version 2.0.
  const { execFileSync } = await import('node:child_process')
  execFileSync('mosquitto_passwd', ['-b', '-c', users, 'ops', 'secret'], { stdio: 'ignore' })
  await writeFile(rights, 'user ops\ntopic read free/#\n')
  const mosquitto = await startMosquitto({
    lines: [`password_file ${users}`, `acl_file ${rights}`, 'allow_anonymous false'],
  })
  try {
    const paramsOf = (text: string) =>
      about.params.parse({ host: '127.0.0.1', port: mosquitto.port, userName: 'ops', password: { text }, version: '5' })
    const fault = await opener.open(paramsOf('guess'), signal).catch((error: unknown) => error)
    expect(fault).toMatchObject({ code: 1748 })
    expect(JSON.stringify([fault, String(fault)])).not.toContain('guess')
    const session = await opener.open(paramsOf('secret'), signal)
    const params = paramsOf('secret')
    await expect(session.write(point('free/x#v', 'int16'), 1, params)).rejects.toMatchObject({ code: 1745 })
    await session.close()
  } finally {
    await mosquitto.close()
    for (const file of [users, rights]) await rm(file)
  }
})
