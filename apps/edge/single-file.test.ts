// The agent as it is copied to a box: one file in an empty folder, without packages beside or above it.
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import product from '../../package.json' with { type: 'json' }
import { buildEdge } from '../../scripts/programs.mjs'
import { eventually } from '../../testkit/eventually.ts'
import { signedBy, stubKey } from '../../testkit/peers/firmware-key.ts'
import { factsOf, servePieces } from '../../testkit/peers/pieces.ts'
import { boundConfig, modbusDriver, type PlatformStub, startPlatform } from '../../testkit/peers/platform.ts'
import { startPymodbus } from '../../testkit/peers/pymodbus.ts'
import { startSerialDevice } from '../../testkit/peers/serial-pair.ts'
import { endProgram } from '../../testkit/program.ts'

const root = resolve(import.meta.dirname, '../..')
const name = 'gatehouse-edge.mjs'
let folder: string
let box: string
let child: ChildProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-box-'))
  await buildEdge(root, folder)
  box = join(folder, 'box')
  await mkdir(box)
  await copyFile(join(folder, name), join(box, name))
}, 240_000)
afterEach(async () => {
  if (child) await endProgram(child)
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts the agent with a data folder of that name in the box, and waits until it has reached the platform. */
async function startAgent(platform: PlatformStub, data: string): Promise<void> {
  child = spawn(process.execPath, [name], {
    cwd: box,
    env: { GATEWAY_SN: 'EG-0009', GATEWAY_SECRET: 's', MQTT_URL: platform.url, EDGE_DATA_DIR: join(box, data) },
    stdio: 'ignore',
  })
  await platform.until('hello')
}

test('imports no package that would have to be installed', async () => {
  const text = await readFile(join(box, name), 'utf8')
  const imported = [...text.matchAll(/^import [^'"\n]*['"]([^'"]+)['"]/gm), ...text.matchAll(/\bimport\("([^"]+)"\)/g)]
  const own = new Set(['bufferutil', 'utf-8-validate', 'supports-color', 'proper-lockfile'])
  const required = [...text.matchAll(/\b(?:__)?require\d*\("([^"]+)"\)/g)]
  const foreign = [...imported, ...required]
    .map(([, from]) => from!)
    // Except for four modules that are loaded only if they are present.
    .filter((from) => !from.startsWith('node:') && !builtinModules.includes(from) && !own.has(from))
  expect(imported.length).toBeGreaterThan(5)
  expect(foreign).toEqual([])
})

test('connects, applies a configuration, writes to a PLC and reads back, with nothing but Node', async () => {
  const platform = await startPlatform('EG-0009')
  const plc = await startPymodbus({ 1: { H: { 0: 1 } } })
  try {
    await startAgent(platform, 'data')
    const bound = boundConfig([modbusDriver(plc.port, [{ address: 'H:0', access: 'rw' }])])
    expect(await platform.command({ kind: 'configure', bound })).toMatchObject({ status: 'success' })
    const write = { kind: 'write', equipmentId: 1, bindingId: 1, signalId: 1, value: 42 } as const
    expect(await platform.command(write)).toMatchObject({ status: 'success', value: 42 })
    expect(plc.writes).toEqual(['1 H 0 42'])
    platform.tell('open', { intervalMs: 100, delayS: 30 })
    await platform.until('live')
    expect(await endProgram(child!, 'SIGTERM')).toBe(0)
    expect((await readdir(box)).sort()).toEqual(['data', name])
  } finally {
    await plc.kill()
    await platform.close()
  }
})

test('runs scripts, in a thread of the same file', async () => {
  const platform = await startPlatform('EG-0009')
  const plc = await startPymodbus({ 1: { H: { 0: 20, 1: 0 } } })
  try {
    await startAgent(platform, 'scripts')
    const driver = modbusDriver(plc.port, [{ address: 'H:0' }, { address: 'H:1', access: 'rw' }])
    const [input, output] = driver.signals.map(({ id }) => id)
    const source = "write('Out', read('In').value + 1)"
    const script = { id: 1, source, names: { In: input!, Out: output! }, atStart: true }
    const bound = boundConfig([driver], 1, { scripts: [script] })
    expect(await platform.command({ kind: 'configure', bound })).toMatchObject({ status: 'success' })
    await eventually(() => expect(plc.writes).toEqual(['1 H 1 21']))
    expect(await endProgram(child!, 'SIGTERM')).toBe(0)
  } finally {
    await plc.kill()
    await platform.close()
  }
})

test('opens a serial port with the compiled part in the same file', async () => {
  const platform = await startPlatform('EG-0009')
  const device = await startSerialDevice('rtu', { 1: { H: { 0: 20 } } })
  try {
    await startAgent(platform, 'serial')
    const tcp = modbusDriver(1, [{ address: 'H:0', access: 'rw' }])
    const place = { connection: 'serial', serialPort: 'other', serialPath: device.path }
    const bound = boundConfig([{ ...tcp, type: 'modbus-rtu', params: { ...tcp.params, ...place } }])
    expect(await platform.command({ kind: 'configure', bound })).toMatchObject({ status: 'success' })
    const write = { kind: 'write', equipmentId: 1, bindingId: 1, signalId: 1, value: 42 } as const
    expect(await platform.command(write)).toMatchObject({ status: 'success', value: 42 })
    expect(device.writes).toEqual(['1 H 0 42'])
    expect(await endProgram(child!, 'SIGTERM')).toBe(0)
  } finally {
    await device.end()
    await platform.close()
  }
})

test('the systemd unit has the file, settings and folder that its page names', async () => {
  const unit = await readFile(join(root, 'apps/edge/gatehouse-edge.service'), 'utf8')
  const page = await readFile(join(root, 'docs/edge.md'), 'utf8')
  expect(unit).toContain('ExecStart=/usr/bin/env node /opt/gatehouse/gatehouse-edge.mjs')
  expect(unit).toContain('EnvironmentFile=/etc/gatehouse-edge.env')
  expect(unit).toContain('Environment=EDGE_DATA_DIR=/var/lib/gatehouse-edge')
  for (const named of [
    '/opt/gatehouse',
    '/etc/gatehouse-edge.env',
    '/var/lib/gatehouse-edge',
    'gatehouse-edge.service',
  ])
    expect(page).toContain(named)
})

describe('upgrades itself', () => {
  const version = '9.1.0'
  let platform: PlatformStub
  let data: string
  beforeEach(async () => {
    platform = await startPlatform('EG-0010')
    data = await mkdtemp(join(folder, 'data-'))
    const settings = { GATEWAY_SN: 'EG-0010', GATEWAY_SECRET: 's', MQTT_URL: platform.url, EDGE_DATA_DIR: data }
    child = spawn(process.execPath, [name], { cwd: box, env: settings, stdio: 'ignore' })
    await platform.until('hello')
  })
  afterEach(async () => {
    if (child) await endProgram(child, 'SIGTERM')
    await platform.close()
  })
  const order = (file: Buffer, of = version, upgrade = 'c'.repeat(16), trialS = 3) =>
    platform.command({
      kind: 'box',
      order: {
        act: 'upgrade',
        ...signedBy(stubKey, 'EG-0010', { version: of, trialS, ...factsOf(file, upgrade) }),
      },
    })
  const firmware = () => platform.all('box').at(-1)?.box.firmware

  test('with the line cut in the middle; the new version reports and stays, also after a restart', async () => {
    const file = await readFile(join(box, name))
    // A busy machine takes some seconds to start an agent.
    expect(await order(file, version, 'c'.repeat(16), 30)).toMatchObject({ status: 'success' })
    const pieces = servePieces(platform, file, { upgrade: 'c'.repeat(16) })
    const middle = 96 * 1024 * Math.floor(file.length / 96 / 1024 / 2)
    await pieces.upTo(middle)
    platform.cut()
    pieces.all()
    await platform.until('hello', (hello) => hello.firmware === `agent ${version}`)
    pieces.stop()
    await eventually(() => expect(firmware()).toMatchObject({ version, phase: 'idle', failed: null }))
    const asked = platform.all('piece').map(({ from }) => from)
    expect(asked.slice(asked.lastIndexOf(middle)).every((from) => from >= middle)).toBe(true)
    const sessions = new Set(platform.all('hello').map(({ session }) => session))
    expect(await platform.command({ kind: 'box', order: { act: 'restart' } })).toMatchObject({ status: 'success' })
    const again = await platform.until('hello', ({ session }) => !sessions.has(session))
    expect(again.firmware).toBe(`agent ${version}`)
  }, 180_000)

  test.each([
    ['ends immediately', 'process.exit(3)', 'it ended with 3'],
    ['hangs and never reports', 'setInterval(() => undefined, 1000)', 'in time'],
  ])(
    'and reverts to the old version when the new one %s',
    async (_, text, reason) => {
      const file = Buffer.from(text)
      expect(await order(file)).toMatchObject({ status: 'success' })
      const pieces = servePieces(platform, file, { upgrade: 'c'.repeat(16) })
      pieces.all()
      await eventually(() =>
        expect(firmware()?.failed).toMatchObject({ version, reason: expect.stringContaining(reason) }),
      )
      pieces.stop()
      expect(firmware()).toMatchObject({ version: product.version, phase: 'idle' })
      expect(platform.all('hello').at(-1)?.firmware).toBe(`agent ${product.version}`)
    },
    180_000,
  )
})
