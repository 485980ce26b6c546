// Compares the committed API document with the served one, so that reviews show changes of the interface. OPENAPI=write
// updates it, sorted by path, so that a call that moves to another room changes nothing.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testServer } from '../../testkit/server.ts'

const file = 'docs/openapi.json'

test('docs/openapi.json is the document that the platform serves', async () => {
  await using server = await testServer()
  const served = (await (await server.nobody.raw('/openapi.json')).json()) as { paths: object }
  const paths = Object.fromEntries(Object.entries(served.paths).sort(([one], [other]) => (one < other ? -1 : 1)))
  if (process.env.OPENAPI === 'write') writeFileSync(file, `${JSON.stringify({ ...served, paths }, null, 1)}\n`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(served)
})
