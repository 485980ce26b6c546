// The agent as it is copied to a box: one file in an empty folder, no package beside it or above it.
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildEdge } from '../../scripts/programs.mjs'
import { boundConfig, modbusDriver, startPlatform } from '../../testkit/peers/platform.ts'
import { startPymodbus } from '../../testkit/peers/pymodbus.ts'
import { ended } from '../../testkit/program.ts'

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
  if (child) await ended(child)
})
afterAll(() => rm(folder, { recursive: true }))

test('names no package that would have to be there', async () => {
  const text = await readFile(join(box, name), 'utf8')
  const imported = [...text.matchAll(/^import [^'"\n]*['"]([^'"]+)['"]/gm), ...text.matchAll(/\bimport\("([^"]+)"\)/g)]
  const own = new Set(['bufferutil', 'utf-8-validate', 'supports-color', 'proper-lockfile'])
  const required = [...text.matchAll(/\b(?:__)?require\d*\("([^"]+)"\)/g)]
  const foreign = [...imported, ...required]
    .map(([, from]) => from!)
    // four that are tried, and done without
    .filter((from) => !from.startsWith('node:') && !builtinModules.includes(from) && !own.has(from))
  expect(imported.length).toBeGreaterThan(5)
  expect(foreign).toEqual([])
})

test('connects, is configured, writes to a PLC and reads back, with nothing but Node', async () => {
  const platform = await startPlatform('EG-0009')
  const plc = await startPymodbus({ 1: { H: { 0: 1 } } })
  try {
    child = spawn(process.execPath, [name], {
      cwd: box,
      env: { GATEWAY_SN: 'EG-0009', GATEWAY_SECRET: 's', MQTT_URL: platform.url, EDGE_DATA_DIR: join(box, 'data') },
      stdio: 'ignore',
    })
    await platform.until('hello')
    const bound = boundConfig([modbusDriver(plc.port, [{ address: 'H:0', access: 'rw' }])])
    expect(await platform.command({ kind: 'configure', bound })).toMatchObject({ status: 'success' })
    const write = { kind: 'write', equipmentId: 1, bindingId: 1, signalId: 1, value: 42 } as const
    expect(await platform.command(write)).toMatchObject({ status: 'success', value: 42 })
    expect(plc.writes).toEqual(['1 H 0 42'])
    platform.tell('open', { intervalMs: 100, delayS: 30 })
    await platform.until('live')
    expect(await ended(child, 'SIGTERM')).toBe(0)
    expect((await readdir(box)).sort()).toEqual(['data', name])
  } finally {
    await plc.kill()
    await platform.close()
  }
})

test('the systemd unit names the file, its settings and its folder as the page about it does', async () => {
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
