import { expect, test, vi } from 'vitest'
import { EquipmentId, GatewayId } from '../../contract/fields.ts'
import { createGatewayBook, type GatewaySession } from './gateway-book.ts'

const standing = (sn: string): GatewaySession => ({
  gatewayId: GatewayId.parse(1),
  sn,
  orgId: 1,
  equipmentId: EquipmentId.parse(1),
  bindingId: 1,
  signalIds: new Set(),
  boxId: null,
  session: null,
})

test('reads once until it is invalidated, also for concurrent calls', async () => {
  const load = vi.fn(async (sn: string) => standing(sn))
  const book = createGatewayBook(load)
  await Promise.all([book.get('A'), book.get('A'), book.get('B')])
  await book.get('A')
  expect(load).toHaveBeenCalledTimes(2)
  book.forget('A')
  await book.get('A')
  await book.get('B')
  expect(load).toHaveBeenCalledTimes(3)
  book.forgetAll()
  await book.get('B')
  expect(load).toHaveBeenCalledTimes(4)
})

test('caches neither an unknown gateway nor a failure', async () => {
  const answers: (() => Promise<GatewaySession | undefined>)[] = [
    async () => undefined,
    () => Promise.reject(new Error('away')),
    async () => standing('A'),
  ]
  const book = createGatewayBook(() => answers.shift()!())
  expect(await book.get('A')).toBeUndefined()
  await expect(book.get('A')).rejects.toThrow('away')
  expect(await book.get('A')).toMatchObject({ sn: 'A' })
})

test('an entry invalidated while it was being read is read again', async () => {
  let release: (standing: GatewaySession) => void = () => undefined
  const load = vi.fn(
    () =>
      new Promise<GatewaySession>((resolve) => {
        release = resolve
      }),
  )
  const book = createGatewayBook(load)
  const old = book.get('A')
  book.forget('A')
  release(standing('A'))
  await old
  void book.get('A')
  expect(load).toHaveBeenCalledTimes(2)
})

test('is bounded and drops the least recently used entry', async () => {
  const load = vi.fn(async (sn: string) => standing(sn))
  const book = createGatewayBook(load, 2)
  for (const sn of ['A', 'B', 'A', 'C', 'A']) await book.get(sn)
  expect(load).toHaveBeenCalledTimes(3)
  await book.get('B')
  expect(load).toHaveBeenCalledTimes(4)
})
