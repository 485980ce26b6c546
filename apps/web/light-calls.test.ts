// Calls that the login makes without their contracts match these contracts.
import { expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'

type Calls = Record<string, Endpoint>
const light = import.meta.glob<Calls>('../../features/*/*/part-light-calls.ts', { eager: true })
const contracts = import.meta.glob<Calls>('../../features/*/*/contract.ts', { eager: true })

const declared = Object.values(contracts).flatMap((file) => Object.entries(file))
const calls = Object.values(light).flatMap((file) =>
  Object.entries(file).map(
    ([name, call]) =>
      [name, call, declared.find(([each, { path }]) => each === name && path === call.path)?.[1]] as const,
  ),
)

test('there are some', () => expect(calls.length).toBeGreaterThan(0))

test.each(calls)('%s', (_name, { method, path, accepts }, of) => {
  expect({ method, path, accepts }).toEqual({
    method: of?.method,
    path: of?.path,
    accepts: of?.accepts,
  })
})
