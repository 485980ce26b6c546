import { expect, test } from 'vitest'
import { linkCodes } from '../../../contract/call.ts'
import { loadedBy } from './page-services.ts'

test('a failure to load code is reported as an unreachable platform', async () => {
  const failed = loadedBy(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js')),
  )
  await expect(failed).rejects.toMatchObject({ code: linkCodes.unreachable })
  expect(await loadedBy(async () => 7)).toBe(7)
  expect(await loadedBy(undefined)).toBeUndefined()
})
