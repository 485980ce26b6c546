import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkedLater, EquipmentId, GatewayId, SignalId } from '../contract/fields.ts'
import { hiddenKinds } from './ids-in.ts'

const one = z.object({ id: EquipmentId })

test.each([
  ['a field of its own', one],
  ['one that may be absent', z.object({ id: EquipmentId.nullish(), ids: z.array(GatewayId).default([]) })],
  ['a field of one of several inputs', z.discriminatedUnion('by', [one.extend({ by: z.literal('id') })])],
])('%s is seen', (_, input) => expect(hiddenKinds(input)).toEqual([]))

test.each([
  ['in an object', z.object({ filter: one })],
  ['in rows', z.object({ rows: z.array(z.object({ deep: z.object({ id: EquipmentId.optional() }) })) })],
  ['or something else', z.object({ id: z.union([EquipmentId, z.literal('')]) })],
  ['by name', z.object({ by: z.record(z.string(), EquipmentId) })],
  ['in a pair', z.object({ pair: z.tuple([EquipmentId, z.string()]) })],
  ['made into something', z.object({ id: EquipmentId.transform((id) => ({ id })) })],
  ['in rows that are checked later', z.object({ rows: z.array(checkedLater(one)) })],
  ['in a part', z.object({ part: z.intersection(one, z.object({ name: z.string() })) })],
])('%s is hidden', (_, input) => expect(hiddenKinds(input)).toEqual(['EquipmentId']))

test('objects of several kinds are listed once each', () => {
  const rows = z.array(z.object({ a: SignalId, b: SignalId, c: GatewayId }))
  expect(hiddenKinds(z.object({ rows }))).toEqual(['SignalId', 'GatewayId'])
})
