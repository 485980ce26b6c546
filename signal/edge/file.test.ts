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

describe('a kept file', () => {
  it('is made and replaced whole, nothing left beside it, readable by its owner only', async () => {
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

  it('stays as it was when the new one cannot be put in its place', async () => {
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

  it('that cannot be read is a fault, not an absence', async () => {
    await mkdir(path)
    await expect(readIfThere(path)).rejects.toMatchObject({ code: 'EISDIR' })
  })
})
