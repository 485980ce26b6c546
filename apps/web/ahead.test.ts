// Tests that requests sent ahead equal those of the page: each belongs to a contract, and has the same text as the
// page's call.
import { expect, test } from 'vitest'
import type { Ahead } from '../../contract/ahead.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { PageRoute } from '../../ui/routes.ts'

const files = import.meta.glob<{ default: readonly Ahead[] }>('../../features/*/*/ahead.ts', { eager: true })
const routed = import.meta.glob<{ default: readonly PageRoute[] }>('../../features/*/*/routes.ts', { eager: true })
const contracts = import.meta.glob<Record<string, unknown>>('../../features/*/*/contract.ts', { eager: true })
const paths = Object.values(routed).flatMap((file) => file.default.map(({ path }) => path))
const endpoints = new Map(
  Object.values(contracts)
    .flatMap((file) => Object.values(file) as Endpoint[])
    .filter((each) => typeof each?.path === 'string' && typeof each.method === 'string')
    .map((each) => [each.path, each]),
)
/** Sample answers that other requests need. */
const answers: Record<string, unknown> = {
  '/lfscada/monitor/project/page/info': { content: { bind: { equips: [3, 4], signals: [5, 6] }, widgets: [] } },
  '/lfscada/configuration/page/info': { equipmentId: 3, content: { bind: { equips: [3, 4] }, widgets: [] } },
}

test.each(Object.entries(files))('%s', async (_name, { default: list }) => {
  for (const { path, ask } of list) {
    expect(['*', ...paths]).toContain(path)
    const asked: [string, object | undefined][] = []
    const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, '3']))
    await ask(params, new URLSearchParams(), async (to, body) => {
      asked.push([to, body])
      return answers[to]
    })
    expect(asked.length).toBeGreaterThan(0)
    for (const [to, body] of asked) {
      const endpoint = endpoints.get(to)
      expect(endpoint?.method, to).toBe(body ? 'POST' : 'GET')
      // The members of the input must keep their order, because another JSON text would be another request. Undefined
      // members are left out.
      const parsed = Object.entries(endpoint!.input.parse(body ?? {}) as object).filter(([key]) => key in (body ?? {}))
      expect(JSON.stringify(Object.fromEntries(parsed)), to).toBe(JSON.stringify(body ?? {}))
    }
  }
})
