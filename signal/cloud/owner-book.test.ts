import { expect, test, vi } from 'vitest'
import { EquipmentId, GatewayId } from '../../contract/fields.ts'
import { createOwnerBook, type Owner } from './owner-book.ts'

const owner = (bindingId: number): Owner => ({
  bindingId,
  gatewayId: GatewayId.parse(1),
  orgId: 1,
  equipmentId: EquipmentId.parse(1),
  since: 0,
  until: null,
  columns: new Map(),
})
const gateway = (sn: string, id = 1) => ({ sn, gatewayId: GatewayId.parse(id) })

function world(most?: number) {
  const clock = { at: 0 }
  const load = vi.fn(async (bindingId: number): Promise<Owner | undefined> => owner(bindingId))
  return { clock, load, book: createOwnerBook(load, () => clock.at, most) }
}

test('caches an entry until its gateway changes', async () => {
  const { book } = world()
  expect(book.known(1)).toBeUndefined()
  await book.load(gateway('A'), 1)
  await book.load(gateway('B'), 2)
  expect([book.known(1), book.known(2)]).toEqual([owner(1), owner(2)])
  book.forget('A')
  expect([book.known(1), book.known(2)]).toEqual([undefined, owner(2)])
})

test('an unknown binding is not cached', async () => {
  const { book, load } = world()
  load.mockResolvedValueOnce(undefined)
  expect(await book.load(gateway('A'), 1)).toBeUndefined()
  expect(book.known(1)).toBeUndefined()
})

test('an entry is stale after a second', async () => {
  const { book, clock } = world()
  expect(book.isStale(1)).toBe(true)
  await book.load(gateway('A'), 1)
  expect(book.isStale(1)).toBe(false)
  clock.at += 1000
  expect(book.isStale(1)).toBe(true)
})

test('an entry invalidated while it was being read is read again', async () => {
  const { book } = world()
  const loading = book.load(gateway('A'), 1)
  book.forget('A')
  expect(await loading).toEqual(owner(1))
  expect(book.known(1)).toBeUndefined()
})

test('is bounded and drops the entry read longest ago', async () => {
  const { book } = world(2)
  for (const id of [1, 2, 1, 3]) await book.load(gateway('A'), id)
  expect([1, 2, 3].map((id) => book.known(id)?.bindingId)).toEqual([1, undefined, 3])
})

test('an entry requested by another gateway is not cached, since it would not be invalidated', async () => {
  const { book } = world()
  await book.load(gateway('A'), 1)
  expect(await book.load(gateway('Stranger', 2), 1)).toEqual(owner(1))
  book.forget('A')
  expect(book.known(1)).toBeUndefined()
})
