import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SavedStoring } from './storing.ts'
import { saveStoring, takeSavedStoring } from './storing-file.ts'
import { count, emptyTally } from './summary.ts'

let folder: string
let path: string
const logged: string[] = []
const take = () => takeSavedStoring(path, (message) => logged.push(message))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storing-'))
  path = join(folder, 'storing.json')
  logged.length = 0
})
afterEach(() => rm(folder, { recursive: true }))

describe('what summaries had counted', () => {
  it('comes back once, texts too', async () => {
    const [numbers, texts] = [emptyTally(7), emptyTally()]
    count(numbers, { value: 5, code: 200, at: 0 })
    count(texts, { value: 'on', code: 200, at: 0 })
    const saved: SavedStoring = [
      {
        reportId: 1,
        print: '{}',
        endsAt: 5,
        tallies: [
          [1, numbers],
          [2, texts],
        ],
      },
    ]
    await saveStoring(path, saved)
    expect(await take()).toEqual(saved)
    expect(await take()).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  it('may be nothing', async () => {
    await saveStoring(path, [])
    expect([await take(), logged]).toEqual([[], []])
  })

  it.each(['', '{', '{}', '[{}]', '[{"reportId":1,"print":"","endsAt":1,"tallies":[[1]]}]'])(
    'that is damaged is not used: %#',
    async (text) => {
      await writeFile(path, text)
      expect([await take(), logged.length]).toEqual([[], 1])
    },
  )
})
