// The modem of a box, with an mmcli that answers like a real one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedRunner, scriptedRunner } from '../../../testkit/scripted-run.ts'
import { createModemPart, type ModemPart } from './modem-part.ts'

const path = '/org/freedesktop/ModemManager1/Modem/3'
const facts = (strength = 81) => `modem.3gpp.imei : 004401000000001
modem.generic.ports.value[1] : ttyUSB2 (at)
modem.generic.ports.value[2] : wwan0 (net)
modem.generic.access-technologies.value[1] : lte
modem.generic.signal-quality.value : ${strength}
`
const place = 'modem.location.gps.longitude : 114.05\nmodem.location.gps.latitude : 22.54\n'
const answers = {
  'mmcli -K -L': `modem-list.value[1] : ${path}\n`,
  [`mmcli -K -m ${path}`]: facts(),
  [`mmcli -K -m ${path} --location-status`]:
    'modem.location.capabilities.value[1] : 3gpp-lac-ci\nmodem.location.capabilities.value[2] : gps-raw\n',
  [`mmcli -K -m ${path} --location-get`]: place,
  [`mmcli -m ${path} --location-`]: 'successfully setup location gathering\n',
}

let dataDir: string
let runner: ScriptedRunner
let part: ModemPart
let at = Date.UTC(2026, 0, 1, 12)
let port = 'wwan0'

async function open(isManaged = true): Promise<void> {
  await part?.stop?.()
  part = createModemPart(
    {
      ...{ run: runner.run, dataDir, now: () => at, emit: () => undefined, log: () => undefined },
      system: {
        interfaces: () => ({}),
        read: (file) => (file === '/proc/net/route' ? `Iface\tDestination\n${port}\t00000000\n` : undefined),
      },
    },
    { isManaged },
    { tries: 3, pauseMs: 1 },
  )
  await part.look()
}
const order = (asked: Parameters<ModemPart['order']>[0]) => part.order(asked)

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'modem-'))
  runner = scriptedRunner({ ...answers })
  port = 'wwan0'
})
afterEach(async () => {
  await part.stop?.()
  await rm(dataDir, { recursive: true })
})

describe('the modem', () => {
  it('reports IMEI, network and strength on the default route, also on a box that may not be changed', async () => {
    await open(false)
    expect(part.state?.()).toEqual({ moduleSn: '004401000000001', networkType: '4G', signalStrength: 81 })
    expect([part.lack(), part.ports()]).toEqual(['unmanaged', ['ttyUSB2', 'wwan0']])
    port = 'eth0'
    expect(part.state?.()).toEqual({ moduleSn: '004401000000001' })
  })

  it('does not report small changes of its strength', async () => {
    await open()
    const seen = []
    for (const strength of [81, 75, 88, 70, 75, 60]) {
      runner.answers[`mmcli -K -m ${path}`] = facts(strength)
      await part.look()
      seen.push(part.state?.().signalStrength)
    }
    expect(seen).toEqual([81, 81, 81, 70, 70, 60])
  })

  it.each([
    ['modem', 'no mmcli', {}],
    ['modem', 'no modem', { 'mmcli -K -L': 'modem-list.length : 0\n' }],
    ['modem', 'no ModemManager', { 'mmcli -K -L': { code: 1, err: "error: couldn't find the ModemManager process" } }],
    [
      'position',
      'a cell alone',
      { ...answers, [`mmcli -K -m ${path} --location-status`]: 'modem.location.capabilities.value[1] : 3gpp-lac-ci\n' },
    ],
  ])('lacks %s: %s', async (lack, _name, own) => {
    runner = scriptedRunner(own)
    await open()
    expect([part.lack(), part.told?.()]).toEqual([lack, { location: null }])
  })
})

describe('its location', () => {
  it('is refreshed five times a day, also over restarts of the agent', async () => {
    await open()
    expect(await order({ act: 'locate' })).toMatchObject({ code: 1340 })
    expect(await order({ act: 'location', isOn: true })).toMatchObject({ code: 200 })
    expect(runner.lines).toContain(`mmcli -m ${path} --location-enable-gps-raw`)
    for (let time = 0; time < 4; time += 1) expect(await order({ act: 'locate' })).toMatchObject({ code: 200 })
    await open()
    expect(part.told?.()).toMatchObject({
      location: { isOn: true, left: 1, fix: { latitude: 22.54, longitude: 114.05, at } },
    })
    // The receiver is enabled once by each of the two runs.
    expect(runner.lines.filter((line) => line.endsWith('--location-enable-gps-raw'))).toHaveLength(2)
    expect(await order({ act: 'locate' })).toMatchObject({ code: 200 })
    expect(await order({ act: 'locate' })).toMatchObject({ code: 1341, details: { limit: 5 } })
    at += 24 * 3_600_000
    expect(await order({ act: 'locate' })).toMatchObject({ code: 200 })
  })

  it('is 1342 without a fix, 1346 while one is sought', async () => {
    let asked = 0
    runner.answers[`mmcli -K -m ${path} --location-get`] = () => {
      asked += 1
      return 'modem.location.gps.longitude : --\nmodem.location.gps.latitude : --\n'
    }
    await open()
    await order({ act: 'location', isOn: true })
    const first = order({ act: 'locate' })
    expect(await order({ act: 'locate' })).toMatchObject({ code: 1346 })
    expect([await first, asked]).toEqual([{ status: 'failure', code: 1342 }, 3])
    expect(part.told?.()).toMatchObject({ location: { left: 4, fix: null } })
  })

  it("is 1359 with the modem's message if it refuses, and stays off", async () => {
    runner.answers[`mmcli -m ${path} --location-`] = {
      code: 1,
      err: "error: couldn't setup location gathering: 'Unauthorized'\n",
    }
    await open()
    expect(await order({ act: 'location', isOn: true })).toMatchObject({
      code: 1359,
      details: { reason: expect.stringContaining('Unauthorized') },
    })
    expect(part.told?.()).toMatchObject({ location: { isOn: false } })
  })
})
