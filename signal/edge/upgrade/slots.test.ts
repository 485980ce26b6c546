import { mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { beginTrial, endTrial, freeSlot, goBack, loadSlots, readSlots, slotFile, slotsFolder } from './slots.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'slots-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

async function install(version: string): Promise<void> {
  const file = join(dataDir, 'loaded')
  await writeFile(file, version)
  await beginTrial(dataDir, file, { version, seconds: 60 })
}

it('starts with the file that was copied to the box', async () => {
  expect(await readSlots(dataDir)).toEqual({ active: 'base', versions: {} })
})

it('installs new ones alternately into the slot not in use', async () => {
  await install('1')
  expect(await readSlots(dataDir)).toMatchObject({ active: 'a', trial: { from: 'base', seconds: 60 } })
  await endTrial(dataDir)
  await install('2')
  expect(await readSlots(dataDir)).toMatchObject({ active: 'b', versions: { a: '1', b: '2' }, trial: { from: 'a' } })
  await endTrial(dataDir)
  expect(freeSlot(await readSlots(dataDir))).toBe('a')
  expect(await readFile(slotFile(dataDir, 'b'), 'utf8')).toBe('2')
})

it('reverts to the previous one, reports why, and drops that report with the next', async () => {
  await install('1')
  await endTrial(dataDir)
  await install('2')
  await goBack(dataDir, 'it ended with 1', 7)
  const state = await readSlots(dataDir)
  expect(state).toMatchObject({ active: 'a', failed: { version: '2', reason: 'it ended with 1', at: 7 } })
  expect(state.trial).toBeUndefined()
  await install('3')
  expect((await readSlots(dataDir)).failed).toBeUndefined()
})

it('does not revert one that the platform has answered, nor the first', async () => {
  await install('1')
  await endTrial(dataDir)
  const before = await readSlots(dataDir)
  await goBack(dataDir, 'late', 7)
  expect(await readSlots(dataDir)).toEqual(before)
})

it.each(['', '{', '{"active":"c"}', '[]'])(
  'with a state that reads %j runs what was copied to the box',
  async (text) => {
    await install('1')
    await writeFile(join(slotsFolder(dataDir), 'state.json'), text)
    expect((await readSlots(dataDir)).active).toBe('base')
  },
)

it('with a state that the disk cannot read runs what was copied to the box, and changes nothing', async () => {
  await install('1')
  const state = join(slotsFolder(dataDir), 'state.json')
  const before = await readSlots(dataDir)
  await rename(state, `${state}.away`)
  // A link that points to itself makes reading fail with ELOOP.
  await symlink(state, state)
  expect((await readSlots(dataDir)).active).toBe('base')
  await expect(loadSlots(dataDir)).rejects.toMatchObject({ code: 'ELOOP' })
  await expect(install('2')).rejects.toMatchObject({ code: 'ELOOP' })
  await expect(endTrial(dataDir)).rejects.toMatchObject({ code: 'ELOOP' })
  await rename(`${state}.away`, state)
  expect(await readSlots(dataDir)).toEqual(before)
  expect(await readFile(slotFile(dataDir, 'a'), 'utf8')).toBe('1')
})
