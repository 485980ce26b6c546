// The launcher with agents that do nothing, on a disk that fails for a moment.
import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { beginTrial, readSlots, slotsFolder } from '../../signal/edge/upgrade/slots.ts'
import { launch } from './launcher.ts'

let dataDir: string
let stop: AbortController
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launcher-'))
  stop = new AbortController()
})
afterEach(() => rm(dataDir, { recursive: true }))

it('a new version that hangs is reverted, also after its state could not be read for a moment', async () => {
  const file = join(dataDir, 'loaded')
  await writeFile(file, 'setInterval(() => {}, 1000)')
  await beginTrial(dataDir, file, { version: '2.0.0', seconds: 3 })
  const runs: string[] = []
  const runHere = async () => {
    runs.push((await readSlots(dataDir)).active)
    return false
  }
  const launched = launch({ dataDir, runHere, stop: stop.signal, log: () => undefined })
  const state = join(slotsFolder(dataDir), 'state.json')
  await sleep(600)
  await rename(state, `${state}.away`)
  // A link that points to itself makes reading fail with ELOOP.
  await symlink(state, state)
  await sleep(1000)
  await rename(`${state}.away`, state)
  const giveUp = setTimeout(() => stop.abort(), 15_000)
  await launched
  clearTimeout(giveUp)
  expect(runs).toEqual(['base'])
  expect((await readSlots(dataDir)).failed).toMatchObject({
    version: '2.0.0',
    reason: expect.stringContaining('in time'),
  })
})
