import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import { type FailingDisk, failingDisk, fault } from '../../../testkit/peers/failing-disk.ts'
import { count, emptyTally, type Tally } from '../../store/summary.ts'
import type { SavedStoring } from './storing.ts'
import { createStoringFile, type StoringFile } from './storing-file.ts'

let folder: string
let path: string
let disk: FailingDisk
let file: StoringFile
let sums: SavedStoring
let at: number | null
let asked: number
const logged: string[] = []
const reading = () => ({ at, doubtMs: 5, boot: 'a', upMs: 9 })

/** The sums of one report over signals 1 (numbers) and 2 (texts) after this many readings. */
function savedOf(readings: number): SavedStoring {
  const [numbers, texts] = [emptyTally(7), emptyTally()]
  for (let index = 0; index < readings; index++) {
    count(numbers, { value: index, code: 200, at: 0 })
    count(texts, { value: 'on', code: 200, at: 0 })
  }
  const tallies: [number, Tally][] = [
    [1, numbers],
    [2, texts],
  ]
  return [{ reportId: 1, print: '{}', endsAt: 5, tallies }]
}
const open = () => createStoringFile({ path, log: (message) => logged.push(message), everyMs: 1, disk })
function begin(): void {
  file.begin({
    save: () => {
      asked++
      return sums
    },
    reading,
  })
}
const content = async () => JSON.parse(await readFile(path, 'utf8'))
/** The sums as stored in the file: a sum of texts becomes null. */
const stored = (readings: number) => JSON.parse(JSON.stringify(savedOf(readings)))
/** Waits for a few more save attempts. */
async function looks(): Promise<void> {
  const from = asked
  await eventually(() => expect(asked).toBeGreaterThan(from + 3))
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storing-'))
  path = join(folder, 'storing.json')
  disk = failingDisk()
  sums = []
  at = 1000
  asked = 0
  logged.length = 0
  file = open()
})
afterEach(async () => {
  await file.end()
  await rm(folder, { recursive: true })
})

describe('the sums of summaries', () => {
  it('are restored after a planned end, texts too, and count as planned only once', async () => {
    sums = savedOf(3)
    begin()
    await file.end()
    const planned = { isPlanned: true, clock: reading(), saved: savedOf(3) }
    expect(await open().take()).toEqual(planned)
    expect(await open().take()).toEqual({ ...planned, isPlanned: false })
    expect(await readdir(folder)).toEqual(['storing.json'])
  })

  it('are saved periodically without an end, if they changed', async () => {
    sums = savedOf(1)
    begin()
    await eventually(async () => expect(await content()).toMatchObject({ isPlanned: false, saved: stored(1) }))
    let writes = 0
    disk.onAct = () => writes++
    await looks()
    expect(writes).toBe(0)
    sums = savedOf(2)
    await eventually(async () => expect(await content()).toMatchObject({ isPlanned: false, saved: stored(2) }))
    await looks()
    expect(writes).toBe(1)
    expect(await open().take()).toEqual({ isPlanned: false, clock: reading(), saved: savedOf(2) })
  })

  it('are not saved while platform time is unknown, except at a planned end', async () => {
    sums = savedOf(1)
    at = null
    begin()
    await looks()
    expect(await readdir(folder)).toEqual([])
    await file.end()
    expect(await content()).toMatchObject({ isPlanned: true, saved: stored(1) })
  })

  it('need no file if nothing is counted', async () => {
    begin()
    await looks()
    await file.end()
    expect([await open().take(), await readdir(folder), logged]).toEqual([undefined, [], []])
  })

  it.each(['', '{', '[]', '{}', '{"isPlanned":true,"clock":{"at":1,"doubtMs":1,"boot":"a","upMs":1},"saved":[{}]}'])(
    'are not used when damaged: %#',
    async (text) => {
      await writeFile(path, text)
      expect([await file.take(), logged.length]).toEqual([undefined, 1])
    },
  )

  // Valid JSON of the right types that no run has written: a summary would fail at each boundary, or never find one.
  it.each([
    ['a period that ends beyond all time', { endsAt: 1e300 }, {}],
    ['a period that ends between two moments', { endsAt: 0.5 }, {}],
    ['good readings without a value', {}, { first: null }],
    ['less than no reading', {}, { good: -1 }],
    ['a code that is none', {}, { fault: 0.5 }],
  ])('are not used with %s', async (_, wrong, wrongTally) => {
    const [saved] = savedOf(3)
    const tallies = saved!.tallies.map(([id, tally]) => [id, { ...tally, ...wrongTally }])
    await writeFile(
      path,
      JSON.stringify({ isPlanned: true, clock: reading(), saved: [{ ...saved, ...wrong, tallies }] }),
    )
    expect([await file.take(), logged.length]).toEqual([undefined, 1])
  })
})

describe('a disk', () => {
  it.each(['ENOSPC', 'EROFS'])('that refuses (%s) is logged once, and used again when it recovers', async (code) => {
    disk.onAct = (act) => {
      if (act === 'replace') throw fault(code)
    }
    sums = savedOf(1)
    begin()
    await looks()
    expect(logged).toEqual([`the state of the summaries cannot be saved: Error: ${code}: told by the test`])
    expect(await readdir(folder)).toEqual([])
    disk.onAct = () => undefined
    await eventually(async () => expect(await content()).toMatchObject({ saved: stored(1) }))
    disk.onAct = (act) => {
      if (act === 'replace') throw fault(code)
    }
    await file.end()
    expect(logged).toHaveLength(2)
  })

  it('that is slow gets one write at a time, and the planned end comes last', async () => {
    const waiting: (() => void)[] = []
    let [underWay, most] = [0, 0]
    const real = disk.replace
    disk.replace = async (to, bytes) => {
      most = Math.max(most, ++underWay)
      await new Promise<void>((resolve) => waiting.push(resolve))
      await real(to, bytes)
      underWay--
    }
    sums = savedOf(1)
    begin()
    await eventually(() => expect(waiting).toHaveLength(1))
    sums = savedOf(2)
    const end = file.end()
    waiting[0]!()
    await eventually(() => expect(waiting).toHaveLength(2))
    waiting[1]!()
    await end
    expect([most, await content()]).toMatchObject([1, { isPlanned: true, saved: stored(2) }])
  })

  it('loses the file if it cannot mark a planned end as used: that must not count twice', async () => {
    sums = savedOf(1)
    begin()
    await file.end()
    disk.onAct = (act) => {
      if (act === 'replace') throw fault('ENOSPC')
    }
    expect(await open().take()).toMatchObject({ isPlanned: true, saved: savedOf(1) })
    expect(await readdir(folder)).toEqual([])
  })
})
