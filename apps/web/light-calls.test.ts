// Calls that the login makes without their contracts are sent as their contracts say.
import { expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'

type Calls = Record<string, Endpoint>
const light = import.meta.glob<Calls>('../../features/*/part-light-calls.ts', { eager: true })
const contracts = import.meta.glob<Calls>('../../features/*/contract.ts', { eager: true })

const calls = Object.entries(light).flatMap(([file, all]) =>
  Object.entries(all).map(
    ([name, call]) => [name, call, contracts[file.replace('part-light-calls', 'contract')]?.[name]] as const,
  ),
)

test('there are some', () => expect(calls.length).toBeGreaterThan(0))

test.each(calls)('%s', (_name, { method, path, accepts }, declared) => {
  expect({ method, path, accepts }).toEqual({
    method: declared?.method,
    path: declared?.path,
    accepts: declared?.accepts,
  })
})
