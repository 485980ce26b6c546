import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BoundConfig } from '../../contract/gateway-config.ts'
import type { CheckedDriver } from '../../drivers/check-driver.ts'
import { boundConfig, modbusDriver } from '../../testkit/peers/platform.ts'
import { boundOf, reportOf } from '../../testkit/storing-world.ts'
import { type Configuration, checkConfig, createConfiguration } from './configure.ts'
import { createValues } from './values.ts'

let folder: string
let path: string
let applied: number[][]
let fails: boolean
let configuration: Configuration
const logged: string[] = []

const values = createValues()
const poller = {
  async apply(drivers: readonly CheckedDriver[]) {
    applied.push(drivers.map(({ driver }) => driver.id))
    if (!fails) return
    fails = false
    throw new Error('a driver cannot be loaded')
  },
}
/** The calls of `storing`, each with the binding that was current then. */
let told: string[]
const tell = (what: string) => told.push(`${what} under ${configuration?.bound()?.bindingId}`)
const storing = {
  apply: (bound: BoundConfig | undefined) => tell(`apply ${bound?.bindingId}`),
  flush: () => tell('flush'),
  pause: () => tell('pause'),
  resume: () => tell('resume'),
}
const log = (message: string) => logged.push(message)
const create = () => createConfiguration({ open: () => new Map(), path, poller, values, storing, log })
const one = boundConfig([modbusDriver(1, [{ id: 1 }])])
const two = boundConfig([modbusDriver(2, [{ id: 2 }])], 2)
const kept = async () => JSON.parse(await readFile(path, 'utf8'))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'configure-'))
  path = join(folder, 'config.json')
  applied = []
  told = []
  fails = false
  configuration = create()
})
afterEach(() => rm(folder, { recursive: true }))

describe('applying a configuration', () => {
  it('passes on alarms that the platform has raised once: no file holds them', async () => {
    const handed = [{ ruleId: 7, alarm: 'a'.repeat(16) }]
    const judged: unknown[] = []
    const judging = {
      apply: (bound?: BoundConfig, given?: unknown) => judged.push([bound?.bindingId, given]),
      flush: () => undefined,
      pause: () => undefined,
      resume: () => undefined,
    }
    const deps = { open: () => new Map(), path, poller, values, judging, log }
    await createConfiguration(deps).configure(one, handed)
    expect(await kept()).toEqual(one)
    await createConfiguration(deps).load()
    expect(judged).toEqual([
      [one.bindingId, handed],
      [one.bindingId, undefined],
    ])
  })

  it('saves it to disk and starts its drivers', async () => {
    expect(await configuration.configure(one)).toEqual({ status: 'success', code: 200 })
    expect(await kept()).toEqual(one)
    expect(applied).toEqual([[1]])
    expect(configuration.bound()).toEqual(one)
  })

  it('rolls back file and drivers when the new ones do not start', async () => {
    await configuration.configure(one)
    fails = true
    expect(await configuration.configure(two)).toMatchObject({
      status: 'failure',
      code: 1320,
      reason: 'a driver cannot be loaded',
    })
    expect(await kept()).toEqual(one)
    expect(applied).toEqual([[1], [2], [1]])
    expect(configuration.bound()).toEqual(one)
  })

  it('rolls back to nothing when there was nothing', async () => {
    fails = true
    expect(await configuration.configure(one)).toMatchObject({ code: 1320 })
    await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(configuration.bound()).toBeUndefined()
  })

  it.each(['storing', 'judging', 'scripts'])('rolls back everything when %s refuses the new one', async (refusing) => {
    const runs: Record<string, number | undefined> = {}
    const part = (name: string) => ({
      apply(bound: BoundConfig | undefined) {
        runs[name] = bound?.bindingId
        if (name === refusing && bound === two) throw new Error(`${name} refuses it`)
      },
      flush: () => undefined,
      pause: () => undefined,
      resume: async () => undefined,
    })
    const parts = { storing: part('storing'), judging: part('judging'), scripts: part('scripts') }
    const whole = createConfiguration({ open: () => new Map(), path, poller, values, log, ...(parts as object) })
    await whole.configure(one)
    expect(await whole.configure(two)).toMatchObject({ code: 1320, reason: `${refusing} refuses it` })
    expect(runs).toEqual({ storing: 1, judging: 1, scripts: 1 })
    expect([await kept(), whole.bound()]).toEqual([one, one])
    await whole.pause()
    await whole.resume()
    expect(applied).toEqual([[1], [2], [1], [], [1]])
  })

  it('restores the drivers also when the file cannot be', async () => {
    await configuration.configure(one)
    const blocked = createConfiguration({
      open: () => new Map(),
      path,
      poller: {
        async apply(drivers) {
          applied.push(drivers.map(({ driver }) => driver.id))
          if (drivers[0]?.driver.id !== 2) return
          await mkdir(`${path}.new`)
          throw new Error('a driver cannot be loaded')
        },
      },
      values,
      log,
    })
    await blocked.load()
    await expect(blocked.configure(two)).rejects.toMatchObject({ code: 'EISDIR' })
    await rmdir(`${path}.new`)
    expect(applied).toEqual([[1], [1], [2], [1]])
    expect(blocked.bound()).toEqual(one)
  })

  it('changes nothing when it cannot be written', async () => {
    await configuration.configure(one)
    const deaf = createConfiguration({
      open: () => new Map(),
      path: join(folder, 'none', 'c.json'),
      poller,
      values,
      log,
    })
    await expect(deaf.configure(two)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(deaf.bound()).toBeUndefined()
    expect(applied).toEqual([[1]])
  })

  it('drops the readings of removed signals', async () => {
    await configuration.configure(one)
    values.put(1, 5, 0)
    await configuration.configure(two)
    expect(values.size()).toBe(0)
  })

  it('applies one change after the other', async () => {
    await Promise.all([configuration.configure(one), configuration.configure(two), configuration.configure(one)])
    expect(applied).toEqual([[1], [2], [1]])
    expect(await kept()).toEqual(one)
  })

  it('leaves the devices alone while the box sleeps', async () => {
    await configuration.configure(one)
    await configuration.pause()
    await configuration.resume()
    expect(applied).toEqual([[1], [], [1]])
    expect(configuration.bound()).toEqual(one)
  })
})

describe('the reports', () => {
  it('are flushed under the old configuration, then applied under the new one', async () => {
    await configuration.configure(one)
    await configuration.configure(two)
    await configuration.release()
    expect(told).toEqual([
      ...['flush under undefined', 'apply 1 under 1'],
      ...['flush under 1', 'apply 2 under 2'],
      ...['flush under 2', 'apply undefined under undefined'],
    ])
  })

  it('continue when a new configuration is refused', async () => {
    await configuration.configure(one)
    fails = true
    await configuration.configure(two)
    expect(told).toHaveLength(2)
  })

  it('pause while the box sleeps', async () => {
    await configuration.configure(one)
    told = []
    await configuration.pause()
    await configuration.resume()
    expect(told).toEqual(['pause under 1', 'resume under 1'])
  })

  it('are refused with the reason when they cannot run', async () => {
    const report = reportOf({ mode: 'single', condition: '1 + ' })
    expect(await configuration.configure(boundOf([report]))).toEqual({
      ...{ status: 'failure', code: 1320 },
      reason: 'report 1: the condition is wrong at character 5: syntax',
      details: { reason: 'report 1: the condition is wrong at character 5: syntax' },
    })
    expect([applied, configuration.bound()]).toEqual([[], undefined])
  })
})

describe('the stored configuration', () => {
  it('runs again after a restart', async () => {
    await configuration.configure(one)
    const next = create()
    await next.load()
    expect(next.bound()).toEqual(one)
    expect(applied).toEqual([[1], [1]])
  })

  it('is the old one when a change was cut before its rename', async () => {
    await configuration.configure(one)
    await writeFile(`${path}.new`, JSON.stringify(two).slice(0, 50))
    const next = create()
    await next.load()
    expect(next.bound()).toEqual(one)
  })

  it.each(['', '{', '{}', JSON.stringify({ ...one, hash: '0'.repeat(64) })])(
    'is not used when damaged: %#',
    async (text) => {
      await writeFile(path, text)
      await configuration.load()
      expect(configuration.bound()).toBeUndefined()
      expect(applied).toEqual([])
      expect(logged.at(-1)).toContain('not used')
    },
  )

  it('may be absent', async () => {
    await configuration.load()
    expect(configuration.bound()).toBeUndefined()
  })
})

describe('checking a configuration', () => {
  it.each([
    ['a wrong hash', { ...one, hash: two.hash }, 'the hash does not match'],
    [
      'a driver twice',
      boundConfig([modbusDriver(1, [{ id: 1 }]), modbusDriver(1, [{ id: 2 }])]),
      'driver 1 occurs twice',
    ],
    [
      'a signal twice',
      boundConfig([modbusDriver(1, [{ id: 1 }]), modbusDriver(2, [{ id: 1 }])]),
      'signal 1 occurs twice',
    ],
    [
      'an unknown type',
      boundConfig([{ ...modbusDriver(1, []), type: 'abacus' }]),
      'driver 1: unknown driver type abacus',
    ],
    ['a wrong parameter', boundConfig([modbusDriver(0, [])]), 'driver 0: parameter port'],
    ['a wrong point', boundConfig([modbusDriver(1, [{ dataType: 'bool' }])]), 'driver 1: signal 1: address'],
  ])('reports %s', (_name, bound, reason) => {
    const checked = checkConfig(bound)
    expect('reason' in checked && checked.reason).toContain(reason)
  })

  it('names some of many problems and counts the rest', () => {
    const wrong = boundConfig([
      modbusDriver(
        1,
        Array.from({ length: 300 }, () => ({ address: 'x' })),
      ),
    ])
    const checked = checkConfig(wrong)
    expect('reason' in checked && checked.reason).toMatch(/; and 295 more$/)
  })
})
