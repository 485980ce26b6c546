// An independent master (libmodbus) reads and writes the plant, so that client and server cannot share a mistake.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Plant, startPlant } from './plant.ts'
import type { StationKey } from './waterworks/registers.ts'

const run = promisify(execFile)
let plant: Plant

beforeAll(async () => {
  const still = { now: () => Date.UTC(2026, 10, 20, 2, 0) }
  plant = await startPlant({ host: '127.0.0.1', clock: still })
})

afterAll(async () => {
  await plant.stop()
})

/** Output of mbpoll for one request with zero-based addresses; fails, never skips, where mbpoll is not installed. */
async function mbpoll(key: StationKey, ...args: string[]): Promise<string> {
  const station = plant.stations.find((one) => one.key === key)!
  const target = ['-m', 'tcp', '-p', String(station.port), '-a', String(station.unitId), '-0', '-1']
  const [values, options] = [args.filter((arg) => arg.startsWith('=')), args.filter((arg) => !arg.startsWith('='))]
  try {
    const written = values.map((value) => value.slice(1))
    const { stdout } = await run('mbpoll', [...target, ...options, station.host, ...written])
    return stdout
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') {
      throw new Error('mbpoll is not installed: apt-get install mbpoll', { cause: fault })
    }
    throw fault
  }
}

const valueAt = (output: string, address: number) =>
  Number(new RegExp(`^\\[${address}\\]:\\s+(\\S+)`, 'm').exec(output)?.[1])

describe('mbpoll', () => {
  it('reads a float, big-endian', async () => {
    const output = await mbpoll('intake', '-t', '3:float', '-B', '-r', '0')
    expect(valueAt(output, 0)).toBeCloseTo(Number(plant.peek('intake', 'wellLevel')), 3)
  })

  it('reads a float, words swapped', async () => {
    const output = await mbpoll('treatment', '-t', '3:float', '-r', '100')
    expect(valueAt(output, 100)).toBeCloseTo(Number(plant.peek('treatment', 'clearWellLevel')), 3)
  })

  it('writes a set point and reads it back', async () => {
    const written = await mbpoll('intake', '-t', '4:float', '-B', '-r', '4', '=250.5')
    expect(written).toContain('Written 1 references')
    expect(plant.peek('intake', 'flowSp')).toBe(250.5)
    const output = await mbpoll('intake', '-t', '4:float', '-B', '-r', '4')
    expect(valueAt(output, 4)).toBe(250.5)
  })

  it('stops a pump by its coil and reads that it stopped', async () => {
    await mbpoll('intake', '-t', '0', '-r', '0', '=0')
    plant.advance(60)
    const output = await mbpoll('intake', '-t', '1', '-r', '0')
    expect(valueAt(output, 0)).toBe(0)
    expect(plant.peek('intake', 'pump1Running')).toBe(false)
  })

  it('gets the exception for an address that does not exist', async () => {
    await expect(mbpoll('intake', '-t', '3', '-r', '50')).rejects.toThrow(/Illegal data address/)
  })
})
