import { afterEach, describe, expect, it } from 'vitest'
import { hex, mbap, openProbe, type Probe } from './modbus-probe.ts'
import { type Plant, type PlantOptions, startPlant } from './plant.ts'
import { type StationKey, stationKeys, stationMaps } from './waterworks/registers.ts'

const host = '127.0.0.1'
/** Time is stopped: only `advance` runs the model. */
const still = { now: () => Date.UTC(2026, 10, 20, 2, 0) }
const plants: Plant[] = []
const probes: Probe[] = []

afterEach(async () => {
  for (const probe of probes.splice(0)) probe.end()
  for (const plant of plants.splice(0)) await plant.stop()
})

async function start(options: Partial<PlantOptions> = {}) {
  const plant = await startPlant({ host, clock: still, ...options })
  plants.push(plant)
  return plant
}

const portOf = (plant: Plant, key: StationKey) => plant.stations.find((station) => station.key === key)!.port

async function dial(plant: Plant, key: StationKey) {
  const probe = await openProbe(host, portOf(plant, key))
  probes.push(probe)
  return probe
}

describe('the plant', () => {
  it('has nine stations and a tanker on their own ports', async () => {
    const plant = await start()
    expect(plant.stations.map(({ key, unitId }) => [key, unitId])).toEqual([
      ['intake', 1],
      ['treatment', 2],
      ['distribution', 3],
      ['booster', 4],
      ['tower', 5],
      ['well1', 6],
      ['well2', 7],
      ['sludge', 8],
      ['control', 9],
      ['tanker', 10],
    ])
    expect(new Set(plant.stations.map((station) => station.port)).size).toBe(10)
  })

  it('has a PLC that is switched off for the season, and refuses connections', async () => {
    const plant = await start()
    await expect(dial(plant, 'well2')).rejects.toThrow(/ECONNREFUSED/)
    await dial(plant, 'well1')
  })

  it('shows every signal by peek', async () => {
    const plant = await start()
    for (const station of stationKeys) {
      for (const { key } of stationMaps[station].registers) expect(plant.peek(station, key), key).toBeDefined()
    }
    expect(plant.peek('intake', 'nonsense')).toBeUndefined()
    expect(plant.peek('intake', 'stationNameZh')).toBe('1号取水站')
    expect(plant.peek('distribution', 'serialNumber')).toBe(0xffff_0000_89ab_cdefn)
  })

  it('same seed, same clock: the same readings', async () => {
    const [one, two] = [await start({ seed: 4 }), await start({ seed: 4 })]
    for (const plant of [one, two]) plant.advance(30)
    for (const station of stationKeys) {
      for (const { key } of stationMaps[station].registers)
        expect(one.peek(station, key)).toEqual(two.peek(station, key))
    }
  })

  it('a set point written over the wire changes the process', async () => {
    const plant = await start()
    const probe = await dial(plant, 'intake')
    const before = Number(plant.peek('intake', 'intakeFlow'))
    // Writes 220.0 m³/h as float32 ABCD to register 4.
    probe.send(mbap('10 0004 0002 04 435c0000'))
    expect(await probe.take(12)).toBe('00 01 00 00 00 06 01 10 00 04 00 02')
    expect(plant.peek('intake', 'flowSp')).toBe(220)
    plant.advance(600)
    expect(Number(plant.peek('intake', 'intakeFlow'))).toBeLessThan(before - 50)
    expect(plant.peek('intake', 'flowSp')).toBe(220)
  })

  it('a stopped pump stops, and a pressed button resets', async () => {
    const plant = await start()
    const probe = await dial(plant, 'intake')
    probe.send(Uint8Array.of(...mbap('0f 0000 0002 01 00'), ...mbap('05 0008 ff00')))
    await probe.take(24)
    plant.advance(0.2)
    expect(plant.peek('intake', 'rakeRunning')).toBe(true)
    expect(plant.peek('intake', 'rakeNow')).toBe(false)
    plant.advance(60)
    expect(plant.peek('intake', 'intakeFlow')).toBe(0)
  })

  it('a bit is set by a mask without changing its neighbours', async () => {
    const plant = await start()
    const probe = await dial(plant, 'distribution')
    probe.send(mbap('16 001e fff7 0008', 3))
    await probe.take(14)
    expect(plant.peek('distribution', 'zoneBIsolated')).toBe(true)
  })

  it('poke follows the rules of the panel', async () => {
    const plant = await start()
    expect(plant.poke('distribution', 'pressureSp', 0.35)).toBe(true)
    expect(plant.poke('distribution', 'pressureSp', 0.9)).toBe(false)
    expect(plant.poke('distribution', 'pressureSp', Number.NaN)).toBe(false)
    expect(plant.poke('distribution', 'supplyFlow', 10)).toBe(false)
    expect(plant.poke('distribution', 'nonsense', 10)).toBe(false)
    expect(plant.poke('distribution', 'shiftName', '乙班')).toBe(true)
    plant.advance(300)
    expect(plant.peek('distribution', 'shiftName')).toBe('乙班')
    expect(Number(plant.peek('distribution', 'supplyPressure'))).toBeCloseTo(0.35, 1)
  })

  it('serves the same map in RTU frames', async () => {
    const plant = await start({ framing: 'rtu' })
    const probe = await dial(plant, 'intake')
    probe.send(hex('01 03 0000 0001 840a'))
    expect(await probe.take(7)).toBe('01 03 02 00 01 79 84')
  })

  it('starts nothing when a port is taken', async () => {
    const plant = await start()
    const taken = portOf(plant, 'treatment')
    await expect(start({ ports: [0, 0, taken] })).rejects.toThrow(/EADDRINUSE/)
  })

  it('stops with clients connected', async () => {
    const plant = await start()
    const probe = await dial(plant, 'treatment')
    await plant.stop()
    await probe.closed
  })
})

describe('faults', () => {
  it('are listed while active, each once', async () => {
    const plant = await start()
    await plant.setFault({ kind: 'mainBurst' })
    await plant.setFault({ kind: 'mainBurst' })
    await plant.setFault({ kind: 'silent', station: 'intake' })
    expect(plant.faults()).toEqual([{ kind: 'mainBurst' }, { kind: 'silent', station: 'intake' }])
    await plant.clearFault({ kind: 'mainBurst' })
    await plant.clearFault({ kind: 'stormWater' })
    expect(plant.faults()).toEqual([{ kind: 'silent', station: 'intake' }])
  })

  it('a pump trip stops a pump, which recovers', async () => {
    const plant = await start()
    const trip = { kind: 'pumpTrip', station: 'intake', pump: 1 } as const
    await plant.setFault(trip)
    plant.advance(60)
    expect(plant.peek('intake', 'pump1Tripped')).toBe(true)
    expect(plant.peek('intake', 'pump1Speed')).toBe(0)
    await plant.clearFault(trip)
    plant.advance(120)
    expect(plant.peek('intake', 'pump1Running')).toBe(true)
  })

  it('a frozen sensor shows the same value while the process changes', async () => {
    const plant = await start()
    await plant.setFault({ kind: 'sensorFreeze', station: 'treatment', signal: 'inletFlow' })
    const held = plant.peek('treatment', 'inletFlow')
    plant.advance(120)
    expect(plant.peek('treatment', 'inletFlow')).toBe(held)
  })

  it.each([2, 3, 4] as const)('a PLC that answers exception %i for a range answers others', async (code) => {
    const plant = await start()
    await plant.setFault({ kind: 'exception', station: 'treatment', code, area: 'input', from: 0, count: 40 })
    const probe = await dial(plant, 'treatment')
    probe.send(Uint8Array.of(...mbap('04 0000 0002', 2), ...mbap('04 012f 0001', 2)))
    expect(await probe.take(9)).toBe(`00 01 00 00 00 03 02 84 0${code}`)
    expect((await probe.take(11)).startsWith('00 01 00 00 00 05 02 04 02')).toBe(true)
  })

  it('a dropped link refuses until it is restored, and only at its station', async () => {
    const plant = await start()
    const probe = await dial(plant, 'intake')
    await plant.setFault({ kind: 'linkDrop', station: 'intake' })
    await probe.closed
    await expect(dial(plant, 'intake')).rejects.toThrow(/ECONNREFUSED/)
    await dial(plant, 'treatment')
    await plant.clearFault({ kind: 'linkDrop', station: 'intake' })
    await dial(plant, 'intake')
  })

  it('the demo’s faults begin and end automatically', async () => {
    const plant = await start({ demoFaults: true, seed: 3 })
    const seen = new Set<string>()
    let quiet = 0
    for (let minute = 0; minute < 240; minute += 1) {
      plant.advance(60)
      for (const fault of plant.faults()) seen.add(fault.kind)
      quiet += plant.faults().length === 0 ? 1 : 0
    }
    expect(seen.size).toBeGreaterThanOrEqual(3)
    expect(quiet).toBeGreaterThan(60)
  })
})
