import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '../../contract/topics.ts'
import { type Journal, openJournal } from './journal.ts'

let folder: string
let path: string
let journal: Journal
const day = 86_400_000
const resultOf = (uuid: string): Result => ({ uuid, status: 'success', code: 200, value: 5, at: 1000 })
const reopen = async () => {
  await journal.close()
  journal = await openJournal(path)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'))
  path = join(folder, 'journal.jsonl')
  journal = await openJournal(path)
})
afterEach(async () => {
  await journal.close()
  await rm(folder, { recursive: true })
})

describe('the journal of commands', () => {
  it('finds a command immediately, and has it on disk before `begin` resolves', async () => {
    const uuid = randomUUID()
    const begun = journal.begin(uuid, 5000)
    expect(journal.find(uuid)).toEqual({ uuid, expiresAt: 5000 })
    await begun
    expect(await readFile(path, 'utf8')).toContain(uuid)
  })

  it('keeps results over a restart', async () => {
    const uuid = randomUUID()
    await journal.begin(uuid, 5000)
    await journal.finish(uuid, resultOf(uuid))
    await reopen()
    expect(journal.find(uuid)).toEqual({ uuid, expiresAt: 5000, result: resultOf(uuid) })
    expect(journal.interrupted).toEqual([])
  })

  it('lists commands that started and never finished', async () => {
    const [cut, whole] = [randomUUID(), randomUUID()]
    await journal.begin(cut, 5000)
    await journal.begin(whole, 5000)
    await journal.finish(whole, resultOf(whole))
    await reopen()
    expect(journal.interrupted).toEqual([{ uuid: cut, expiresAt: 5000 }])
  })

  it('survives a torn last line, and writes on after it', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await journal.begin(first, 5000)
    await appendFile(path, `{"begin":"${randomUUID()}","expi`)
    await reopen()
    await journal.begin(second, 5000)
    await reopen()
    expect(journal.interrupted.map(({ uuid }) => uuid)).toEqual([first, second])
  })

  it('survives any tear: every prefix of the file gives a prefix of its commands', async () => {
    const uuids = Array.from({ length: 4 }, () => randomUUID())
    for (const uuid of uuids) {
      await journal.begin(uuid, 5000)
      await journal.finish(uuid, resultOf(uuid))
    }
    const text = await readFile(path, 'utf8')
    for (let length = 0; length <= text.length; length += 37) {
      await journal.close()
      await writeFile(path, text.slice(0, length))
      journal = await openJournal(path)
      const known = uuids.filter((uuid) => journal.find(uuid))
      expect(known).toEqual(uuids.slice(0, known.length))
      const whole = text.slice(0, length).split('\n').length - 1
      expect(known.length).toBeGreaterThanOrEqual(Math.ceil(whole / 2))
    }
  })

  it('ignores foreign lines', async () => {
    await appendFile(path, 'null\n{"begin":"x","expiresAt":1}\n[]\n\n')
    await reopen()
    expect(journal.interrupted).toEqual([])
  })

  it('drops commands that expired more than a day ago, and no others', async () => {
    const old = Array.from({ length: 600 }, () => randomUUID())
    const fresh = randomUUID()
    await Promise.all(old.flatMap((uuid) => [journal.begin(uuid, 1000), journal.finish(uuid, resultOf(uuid))]))
    await journal.begin(fresh, 5 * day)
    await journal.finish(fresh, resultOf(fresh))
    const { size } = await stat(path)
    await journal.prune(1000 + day)
    expect(journal.find(old[0]!)).toBeDefined()
    await Promise.all(old.flatMap((uuid) => [journal.begin(uuid, 1000), journal.finish(uuid, resultOf(uuid))]))
    await journal.prune(1001 + day)
    expect(journal.find(old[0]!)).toBeUndefined()
    expect(journal.find(fresh)).toBeDefined()
    expect((await stat(path)).size).toBeLessThan(size / 100)
    // The journal still works after the rewrite.
    const next = randomUUID()
    await journal.begin(next, 9000)
    await reopen()
    expect([journal.find(fresh)?.uuid, journal.find(next)?.uuid]).toEqual([fresh, next])
  })

  it('keeps unfinished commands, however old', async () => {
    const cut = randomUUID()
    await journal.begin(cut, 0)
    const many = Array.from({ length: 1000 }, () => randomUUID())
    await Promise.all(many.map((uuid) => journal.begin(uuid, 0)))
    await journal.prune(10 * day)
    expect(journal.find(cut)).toBeDefined()
  })

  it('refuses to start a command that it cannot save', async () => {
    await journal.close()
    const uuid = randomUUID()
    await expect(journal.begin(uuid, 1)).rejects.toThrow()
    expect(journal.find(uuid)).toBeUndefined()
    journal = await openJournal(path)
  })

  it('opens where it cannot be rewritten, and refuses every command until it can be written', async () => {
    const [known, refused, next] = [randomUUID(), randomUUID(), randomUUID()]
    await journal.begin(known, 5000)
    await journal.finish(known, resultOf(known))
    await appendFile(path, `{"begin":"${randomUUID()}","expi`)
    // A folder of this name prevents writing the new file beside the old one.
    await mkdir(`${path}.new`)
    await reopen()
    expect(journal.find(known)?.result).toEqual(resultOf(known))
    // The journal file itself cannot be written either.
    const away = join(folder, 'away.jsonl')
    await rename(path, away)
    await mkdir(path)
    await expect(journal.begin(refused, 5000)).rejects.toThrow()
    expect(journal.find(refused)).toBeUndefined()
    await rmdir(path)
    await rename(away, path)
    await journal.begin(next, 5000)
    await reopen()
    expect([journal.find(known)?.result, journal.find(refused)]).toEqual([resultOf(known), undefined])
    expect(journal.interrupted).toEqual([{ uuid: next, expiresAt: 5000 }])
  })

  it('still saves commands, and knows all of them, after it could not be pruned', async () => {
    const old = Array.from({ length: 500 }, () => randomUUID())
    await Promise.all(old.flatMap((uuid) => [journal.begin(uuid, 5 * day), journal.finish(uuid, resultOf(uuid))]))
    await mkdir(`${path}.new`)
    await expect(journal.prune(day)).rejects.toThrow()
    const next = randomUUID()
    await journal.begin(next, 5000)
    await rmdir(`${path}.new`)
    await journal.prune(day)
    await reopen()
    expect(old.filter((uuid) => !journal.find(uuid)?.result)).toEqual([])
    expect(journal.interrupted).toEqual([{ uuid: next, expiresAt: 5000 }])
  })
})
