// The agent as a process: killed at the worst moments, and restarted.
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boundConfig, modbusDriver, type PlatformStub, startPlatform } from '../../testkit/peers/platform.ts'
import { type Peer, startPymodbus } from '../../testkit/peers/pymodbus.ts'
import { type Misbehaving, silentServer } from '../../testkit/peers/silent.ts'
import { endProgram, type Program, program } from '../../testkit/program.ts'

const sn = 'EG-0002'
let platform: PlatformStub
let dataDir: string
let child: ChildProcess | undefined
let second: ChildProcess | undefined
let agent: Program

function run(env: Record<string, string> = {}): ChildProcess {
  const own = { GATEWAY_SN: sn, GATEWAY_SECRET: 's', MQTT_URL: platform.url, EDGE_DATA_DIR: dataDir }
  child = agent.run({ ...own, ...env }, 'pipe')
  return child
}
const end = async (signal: NodeJS.Signals) => (child ? endProgram(child, signal) : null)

beforeAll(async () => {
  agent = await program('edge')
})
afterAll(() => agent[Symbol.asyncDispose]())
beforeEach(async () => {
  platform = await startPlatform(sn)
  dataDir = await mkdtemp(join(tmpdir(), 'edge-main-'))
})
afterEach(async () => {
  await end('SIGKILL')
  if (second) await endProgram(second)
  second = undefined
  await platform.close()
  await rm(dataDir, { recursive: true })
})

describe('the process', () => {
  it('reports a missing setting in one line and ends with a failure', async () => {
    const process = run({ MQTT_URL: '' })
    let said = ''
    process.stderr!.on('data', (data: Buffer) => {
      said += data.toString()
    })
    const code = await new Promise((resolve) => process.once('close', resolve))
    expect([code, said]).toEqual([1, 'MQTT_URL is missing: the broker, e.g. mqtts://platform.example:8883\n'])
  })

  it.each(['file', 'file/below', 'link'])('reports a folder that cannot be used: %s', async (name) => {
    await writeFile(join(dataDir, 'file'), '')
    await symlink(join(dataDir, 'link'), join(dataDir, 'link'))
    const folder = join(dataDir, name)
    const process = run({ EDGE_DATA_DIR: folder })
    let said = ''
    process.stderr!.on('data', (data: Buffer) => {
      said += data.toString()
    })
    const code = await new Promise((resolve) => process.once('close', resolve))
    expect([code, said]).toEqual([1, expect.stringMatching(/^EDGE_DATA_DIR [^\n]* cannot be used \([^\n]*\n$/)])
    expect(said).toContain(`EDGE_DATA_DIR ${folder} `)
  })

  it('reports the agent that uses its folder, and leaves that one running', async () => {
    const first = run()
    await platform.until('hello')
    const other = agent.run(
      { GATEWAY_SN: sn, GATEWAY_SECRET: 's', MQTT_URL: platform.url, EDGE_DATA_DIR: dataDir },
      'pipe',
    )
    second = other
    let said = ''
    other.stderr!.on('data', (data: Buffer) => {
      said += data.toString()
    })
    const code = await new Promise((resolve) => other.once('close', resolve))
    expect([code, said]).toEqual([
      1,
      `EDGE_DATA_DIR ${dataDir} is in use by another agent (process ${first.pid}): stop it, or give each agent a folder of its own\n`,
    ])
    expect([first.exitCode, platform.all('hello').length, platform.all('bye').length]).toEqual([null, 1, 0])
    expect(await end('SIGTERM')).toBe(0)
    run()
    await platform.until('hello', ({ session }) => session !== platform.all('hello')[0]!.session)
  })

  it('says good-bye and exits on SIGTERM', async () => {
    run()
    const { session, firmware, signalStrength } = await platform.until('hello')
    // Facts that this machine does not have are not reported.
    expect({ firmware, signalStrength }).toEqual({
      firmware: expect.stringMatching(/^agent \d+\.\d+\.\d+$/),
      signalStrength: undefined,
    })
    expect(await end('SIGTERM')).toBe(0)
    expect(await platform.until('bye')).toEqual({ session })
  })

  describe('killed', () => {
    let silent: Misbehaving
    let peer: Peer
    beforeEach(async () => {
      silent = await silentServer()
      peer = await startPymodbus({ 1: { H: { 0: 1 } } })
    })
    afterEach(async () => {
      await silent.close()
      await peer.kill()
    })

    it('in the middle of a write reports an unknown outcome after its restart', async () => {
      run()
      await platform.until('hello')
      const bound = boundConfig([modbusDriver(silent.port, [{}], { timeoutMs: 60_000 })])
      await platform.command({ kind: 'configure', bound })
      const result = platform.command({ kind: 'write', equipmentId: 1, bindingId: 1, signalId: 1, value: 5 })
      const journal = join(dataDir, 'journal.jsonl')
      await expect.poll(() => readFile(journal, 'utf8')).toMatch(/"begin"[^\n]*\n$/)
      await end('SIGKILL')
      await platform.until('bye')
      run()
      expect(await result).toMatchObject({ status: 'exception', code: 1730 })
    })

    it('while it applies configurations has the old or the new one', async () => {
      const bounds = Array.from({ length: 40 }, (_, index) => {
        return boundConfig([modbusDriver(peer.port, [{ id: index + 1, address: 'H:0' }])])
      })
      run()
      await platform.until('hello')
      await platform.command({ kind: 'configure', bound: bounds[0]! })
      // The kill falls somewhere into the series of changes.
      for (const bound of bounds.slice(1)) void platform.command({ kind: 'configure', bound })
      await platform.until('result', () => platform.all('result').length > 5)
      await end('SIGKILL')
      const sessions = new Set(platform.all('hello').map(({ session }) => session))
      run()
      const { configHash } = await platform.until('hello', ({ session }) => !sessions.has(session))
      expect(bounds.map(({ hash }) => hash)).toContain(configHash)
    })
  })
})
