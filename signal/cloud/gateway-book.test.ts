import { expect, test, vi } from 'vitest'
import { EquipmentId, GatewayId } from '../../contract/fields.ts'
import { createGatewayBook, type Standing } from './gateway-book.ts'

const standing = (sn: string): Standing => ({
  gatewayId: GatewayId.parse(1),
  sn,
  orgId: 1,
  equipmentId: EquipmentId.parse(1),
  bindingId: 1,
  signalIds: new Set(),
  boxId: null,
  session: null,
})

test('reads once until it is told to forget, also for many at the same moment', async () => {
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

test('keeps neither an unknown gateway nor a failure', async () => {
  const answers: (() => Promise<Standing | undefined>)[] = [
    async () => undefined,
    () => Promise.reject(new Error('away')),
    async () => standing('A'),
  ]
  const book = createGatewayBook(() => answers.shift()!())
  expect(await book.get('A')).toBeUndefined()
  await expect(book.get('A')).rejects.toThrow('away')
  expect(await book.get('A')).toMatchObject({ sn: 'A' })
})

test('what was forgotten while it was being read is read again', async () => {
  let release: (standing: Standing) => void = () => undefined
  const load = vi.fn(
    () =>
      new Promise<Standing>((resolve) => {
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

test('holds so many and drops the one longest unused', async () => {
  const load = vi.fn(async (sn: string) => standing(sn))
  const book = createGatewayBook(load, 2)
  for (const sn of ['A', 'B', 'A', 'C', 'A']) await book.get(sn)
  expect(load).toHaveBeenCalledTimes(3)
  await book.get('B')
  expect(load).toHaveBeenCalledTimes(4)
})
