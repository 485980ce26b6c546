import { expect, test } from 'vitest'
import { testServer } from '../../../testkit/server.ts'
import { queryMapTiles } from './contract.ts'

test('a platform without a tile server returns null for its maps', async () => {
  await using server = await testServer()
  expect(await server.admin.call(queryMapTiles, {})).toBeNull()
})
