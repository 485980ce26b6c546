// An outbox written by the first version, byte by byte: gateways in the field have such ones, and every later version
// must deliver them. Never regenerate it.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClock } from '../clock.ts'
import type { Entry, Item } from './entry.ts'
import { type Outbox, openOutbox } from './outbox.ts'

// Files by path, bytes as Latin-1 characters, in JSON, deflated, base64. Records 1 to 37 of two bindings, the first
// eight dropped for lack of room, up to 3 acknowledged; one event.
const packed = [
  'eNrV2v1zE0UYB/B/JSw4qFzhbjfv6owiHfAFBUfRGbbCJXdpA+mlXC6tM50gFCgIjIAtDLYo6FBQx8Y66AAVwszz/GNOLuRsYm4h0+eXzUxf8t',
  'Ymz+d29/J9dpa5064X7DLbF2uk5FoFs+TmclzYZrpod26PLtZI73VzZ6U6zvIMn2Hr493SPyzrpmmloBn+zKWhacHd9u+m+b/vVsztwz7GpPw7',
  'lgmnDmELnny1O+5hs5K5J+rlqUnXC95zJMsL05CsUPacsjfeucGQrFj1SuXxfXZtQrK8ZPYmL5IZkgX2cdeTLD8rmR1IlrcyG2QahmRlpyZZ/n',
  'BmzJBs2q7U3fCqNdZgBvPdYtV3us6umUrlco6TK4mscArOC53H7anIeZ8snISz+HAGbsOSH1On5EuUPEnEm6TlHbenOlXudeb9ztyQrORXJ98J',
  'VChBNfb+ZPt+37VrVS88Skr1SkWyRqNTZvgW/8GF8GWLvXAOlr1BtS4Q1YfM68AmSjxwKClLnHpBibMxJR52ROT6RkS2Z+YTDbyWCKWc92Hx2M',
  'A5LyCYpwpUcx1c1XSey8XPc7mx5wMHF/E6rpVnTn4pGawMeH8eQRkDMoo7elJYpmLJMbsWu+Dxq/B4QzVKnXl4/0CY9neKY9wjw1nTFEd1PmB1',
  'cfbg9V2wCMtwC+fwyUCRElElyWYuPKWpCFeI8KFP0SzRuyBZvGdBwjvb8c8RXMVVuAwLA2V9ApESmaqm65ElFKqiO846J0+HTn6ETXgazn/pPb',
  'Hzn0tQU5/MRdfFKalwSUYnCs/ycA9+hJt4+YsdsSBUB7lLhqLropRSoKS6KHtxuQjr4dvgR+AiLMXBWFSf/Eu0SQSc1hInrcBJD78+ZfrWp3TP',
  '+nT0GC5DM9iJZ/HvWF+ihMiiToj09M0ofDPdwbfj+UfX1Oej+BivYDMWhxPhkMWACU1dsgqXbLRSXcUL+AOcF3ABTsPpWBVBpMKpVHQdLYqcwf',
  'ovaLhxAs/hz9DCGykea5IkMhFUJm/racIVgQM3h16heF/IzXubGT6cCateOIwX4P7sWCxviog3ScV7QFNeRWTBo8jC7vSWzCTc/CQJv+LvsS5p',
  'IpcUlctRTV0UwQXnXRdYwjm8tW/bKN6HM7EmGSKTNJXJlKYmitiBR7EDPJyWHs5t7xzGjU9jWbJELBmy2PWUpi6K2IEnh1+iUn1LVLJniYJVeI',
  'Tfw68HHfFGrG2OyDZL2HrS01aRXvAovYAWXMf5Y3gJH+JPcDGWxSZiyRG2ofRkUeQWPN1lGcWwB2W5sA5PYR7+wJVYGqJWBRVx2ITSk0YROfAo',
  'cpiexpuwCpcPwl1sxaIUiVAo+1B6oijyBp4dfonq2xjBezdG4HdwNixGuvMZB9cT+Btci2V2iJiLhI0pPZkVAQaPAozGhm09vIjzH74Jl2JtiP',
  'oXVMZhc0pLG6EIMkS0cwLmJ3AJHsDaWz7ejUUh6l1YlM0pPVEU8YOI4gdch+XOeRdcfB2acOezQTIJIhTqxtScljCK/EEMv3FC9G2cEL0bJ+A+',
  'Ls4clRJvYzM/yHbL5k0SxP0oPVkVEYaIIox3YQUfhe9CHIErAa4OnAjZ5gu6ha4NpSeHIrkQ0YYJeITfJHDhNWzlYW4QxVaCMjK63pOeFIqgQU',
  'RBAy7AynZswYNJ/EUMoti2+TJupes46SmhyBbE8HsiRN+eCNG7J6ITs43iuQm8kYDzXz/fYtxT4Fc2L7KNbqO/nqiZ9muoVoPwvxXCh9en9rdR',
  'Nw48y+CGMJJ9rd+dKSPw664h2Qd4Bp5MVGbsWs31E3gP1uAvyQyvXqm0nxOUJztPMQ3TyBjhwVOsOt1upWl0v6wMf6mTmGLdr1V9lmd28bjrJE',
  'Riqlr2glpiRHqs8S+RTd7R',
]
const files: Record<string, string> = JSON.parse(inflateSync(Buffer.from(packed.join(''), 'base64')).toString())

let folder: string
let outbox: Outbox
const logged: string[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), Buffer.from(text, 'latin1'))
  }
  logged.length = 0
  const log = (message: string) => logged.push(message)
  outbox = await openOutbox({ folder, bound: () => undefined, clock: createClock(), log, maxBytes: 8000 })
})
afterEach(async () => {
  await outbox.close()
  await rm(folder, { recursive: true })
})

const entryOf = (value: number): Entry => ({
  equipmentId: 30,
  bindingId: 3,
  configHash: 'a'.repeat(64),
  taken: { at: 1_700_000_000_000 + value },
  ids: [7],
  values: [value],
})

async function readAll(lane: 'event' | 'record', from: number): Promise<Item[]> {
  const { epoch, last } = outbox.place(lane)!
  const items: Item[] = []
  for (let next = from; next <= last; next = items.at(-1)!.seq + 1)
    items.push(...(await outbox.read(lane, epoch, next, { entries: 9, bytes: 1e6 })))
  return items
}

it('is read completely: gaps, records, event and acknowledged number', async () => {
  expect(outbox.place('record')).toEqual({ epoch: 'e05599dd9f383dbd', acked: 3, last: 37, isProven: false })
  const [first, second, ...records] = await readAll('record', 4)
  const at = (value: number) => ({ at: 1_700_000_000_000 + value })
  expect(first).toMatchObject({
    ...{ kind: 'gap', from: 1, seq: 4, points: 4 },
    gap: { equipmentId: 20, bindingId: 2, fromAt: at(1), toAt: at(4), reason: 'full' },
  })
  expect(second).toMatchObject({
    ...{ kind: 'gap', from: 5, seq: 8, points: 4 },
    gap: { equipmentId: 30, bindingId: 3, fromAt: at(5), toAt: at(8), reason: 'full' },
  })
  const entries = records.map((item) => item.kind === 'record' && item.entry)
  expect(records.map(({ seq }) => seq)).toEqual(Array.from({ length: 29 }, (_, index) => index + 9))
  expect(entries.slice(0, -1)).toEqual(Array.from({ length: 28 }, (_, index) => entryOf(index + 9)))
  expect(entries.at(-1)).toEqual({
    ...entryOf(37),
    taken: { ...at(37), boot: 'b', upMs: 5 },
    ids: [1, 2, 3, 4],
    values: [1.5, true, 'Kühlwasser 水', null],
    times: [0, 0, 7, 7],
    codes: [200, 200, 200, 1722],
  })
  expect(await readAll('event', 1)).toMatchObject([{ seq: 1, entry: entryOf(1) }])
  expect(logged).toEqual([])
})

it('is continued in the same epoch, and this version writes the same bytes', async () => {
  expect(await outbox.append('event', entryOf(2))).toBe(true)
  const { epoch, last } = outbox.place('event')!
  expect([epoch, last]).toEqual(['fe1b0fe9923a06ca', 2])
  await outbox.close()
  const of = join(folder, 'event')
  await rm(of, { recursive: true })
  outbox = await openOutbox({ folder, bound: () => undefined, clock: createClock(), log: () => undefined })
  await outbox.append('event', entryOf(1))
  const [name] = await readdir(of)
  const file = '000000000000001-000000000000000.log'
  const old = Object.entries(files).find(([path]) => path.startsWith('event/'))!
  expect(old[0].endsWith(file)).toBe(true)
  expect((await readFile(join(of, name!, file))).toString('latin1')).toBe(old[1])
})
