// Alarms when the agent is killed between two writes to its disk.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import type { EventEntry } from '../outbox/entry.ts'
import { createAlarmFile } from './alarm-file.ts'
import type { SavedAlarms } from './judging.ts'
import { type AlarmKeeping, createAlarmKeeping } from './keeping.ts'

const standing: SavedAlarms = [{ ruleId: 7, print: 'p', alarm: '0123456789abcdef' }]
const raised = (t: number): EventEntry => ({
  ...{ equipmentId: 1, bindingId: 2, configHash: 'a'.repeat(64), taken: { at: t } },
  events: [{ ruleId: 7, alarm: '0123456789abcdef', kind: 'raised', t: 0, values: [[11, t]] }],
})

let folder: string
/** Entries passed to the outbox, and whether it saves them. */
let given: EventEntry[]
let isKept: boolean
let release: () => void
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alarms-'))
  given = []
  isKept = true
  release = () => undefined
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const path = () => join(folder, 'alarms.json')
/** Starts an agent. */
function begin(at = path()): AlarmKeeping {
  const log = () => undefined
  return createAlarmKeeping({
    file: createAlarmFile(at, log),
    append(entry) {
      given.push(entry)
      return isKept ? Promise.resolve(true) : new Promise((done) => (release = () => done(true)))
    },
  })
}

test('an event is in the file before it is in the outbox', async () => {
  const file = createAlarmFile(path(), () => undefined)
  const seen: unknown[] = []
  const keeping = createAlarmKeeping({
    file,
    async append(entry) {
      seen.push([entry, await createAlarmFile(path(), () => undefined).load()])
      return true
    },
  })
  keeping.take([raised(1)], standing)
  expect(seen).toEqual([])
  await keeping.settled()
  expect(seen).toEqual([[raised(1), { standing, untold: [raised(1)] }]])
})

test('an event from before a kill is sent by the next run under the same id', async () => {
  isKept = false
  begin().take([raised(1)], standing)
  await eventually(() => expect(given).toHaveLength(1))
  given = []
  isKept = true
  const next = begin()
  expect(await next.load()).toEqual(standing)
  await next.settled()
  expect(given).toEqual([raised(1)])
  // The third run has no event left to send.
  given = []
  expect(await begin().load()).toEqual(standing)
  expect(given).toEqual([])
})

test('an event that the outbox has is removed from the file', async () => {
  const keeping = begin()
  keeping.take([raised(1)], standing)
  await keeping.settled()
  isKept = false
  keeping.take([raised(2)], [])
  await eventually(() => expect(given).toHaveLength(2))
  expect(await createAlarmFile(path(), () => undefined).load()).toEqual({ standing: [], untold: [raised(2)] })
  release()
  await keeping.settled()
})

test('events keep their order, however fast they arrive', async () => {
  const keeping = begin()
  for (let at = 1; at <= 50; at += 1) keeping.take([raised(at)], standing)
  await keeping.settled()
  expect(given).toEqual(Array.from({ length: 50 }, (_, index) => raised(index + 1)))
})

test('a disk that refuses the file does not stop alarms from being sent', async () => {
  const keeping = begin(join(folder, 'nowhere', 'alarms.json'))
  keeping.take([raised(1)], standing)
  await keeping.settled()
  expect(given).toEqual([raised(1)])
})
