// Orders that would interrupt a battery gateway wait until it has reported. [S8 1338]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createValues } from '../values.ts'
import { VirtualHardware } from '../virtual-box.ts'
import { createBox } from './box.ts'
import { openOwn } from './own.ts'
import { createUsage } from './usage.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'reporting-'))
let stop: () => Promise<void> = async () => undefined
afterEach(async () => {
  await stop()
  rmSync(dataDir, { recursive: true })
})

it('restart, mode and LAN are refused until all records are sent; other orders are executed', async () => {
  const hardware = new VirtualHardware({}, { pace: { afterMs: 1_000_000, minuteMs: 1_000_000 } })
  const own = await openOwn(join(dataDir, 'settings.json'), () => undefined)
  const [now, wall, log] = [() => 0, () => 0, () => undefined]
  const usage = createUsage({ own, hardware, now, wall, log, carried: () => ({ sent: 0, received: 0 }) })
  let waiting = 3
  const box = createBox({
    ...{ sn: 'EG-1', dataDir, own, hardware, usage, now, log, secondMs: 1000, values: createValues() },
    ...{ open: () => new Map(), instant: () => 0, isOnline: () => true, isResting: () => false, heardAt: () => 0 },
    ...{ waiting: () => waiting, write: () => undefined, send: () => undefined, ask: async () => true },
    ...{ upgrades: undefined, againMs: undefined },
  })
  stop = box.stop
  const power = { isLowPower: true, reportEveryMin: 60, sleepDelayS: 60 }
  const lan = { ip: '192.168.1.9', mask: '255.255.255.0', route: null }
  const codes = async () => {
    const orders = [{ act: 'restart' }, { act: 'mode', mode: 'router' }, { act: 'lan', lan }] as const
    return Promise.all(orders.map(async (order) => (await box.execute(order, undefined)).code))
  }
  expect(await codes()).toEqual([200, 200, 200])
  expect(await box.execute({ act: 'power', power }, undefined)).toMatchObject({ code: 200 })
  expect(await codes()).toEqual([1338, 1338, 1338])
  expect(await box.execute({ act: 'location', isOn: true }, undefined)).toMatchObject({ code: 200 })
  waiting = 0
  expect(await codes()).toEqual([200, 200, 200])
  expect(await box.execute({ act: 'power', power: { ...power, isLowPower: false } }, undefined)).toMatchObject({
    code: 200,
  })
})
