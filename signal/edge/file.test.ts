import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readIfThere, removeFile, replaceFile } from './file.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-'))
  path = join(folder, 'kept.json')
})
afterEach(() => rm(folder, { recursive: true }))

describe('a stored file', () => {
  it('is replaced whole, with no draft left behind, readable by its owner only', async () => {
    await replaceFile(path, 'old')
    await replaceFile(path, 'new')
    expect(await readFile(path, 'utf8')).toBe('new')
    expect(await readdir(folder)).toEqual(['kept.json'])
    expect((await stat(path)).mode & 0o077).toBe(0)
  })

  it('replaces a draft that a crash left', async () => {
    await writeFile(`${path}.new`, 'half of something longer')
    await replaceFile(path, 'whole')
    expect(await readFile(path, 'utf8')).toBe('whole')
  })

  it('stays as it was when the new content cannot replace it', async () => {
    await mkdir(path)
    await expect(replaceFile(path, 'new')).rejects.toThrow()
    expect((await stat(path)).isDirectory()).toBe(true)
  })

  it('may be absent, for reading and for removing', async () => {
    expect(await readIfThere(path)).toBeUndefined()
    await removeFile(path)
    await replaceFile(path, 'x')
    await removeFile(path)
    expect(await readIfThere(path)).toBeUndefined()
  })

  it('throws when unreadable: only absence is no fault', async () => {
    await mkdir(path)
    await expect(readIfThere(path)).rejects.toMatchObject({ code: 'EISDIR' })
  })
})
