// The notes of a widget whose data could not be loaded.
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { ApiError } from '../contract/call.ts'
import { errorCode } from '../contract/errors.ts'
import { setLanguage } from '../ui/language.ts'
import { AskedNote } from './asked-note.tsx'
import type { Asked } from './use-asked.ts'

beforeAll(() => setLanguage('en'))

const drawn = (error: ApiError) =>
  renderToStaticMarkup(<AskedNote asked={{ state: 'failed', data: undefined, error } as unknown as Asked<unknown>} />)

test('content that a share leaves out is no fault, and is not to be tried again', () => {
  const html = drawn(new ApiError(errorCode('shareForbids'), 'This share does not show that'))
  expect(html).toContain('This share does not show that.')
  expect(html).not.toContain('alert')
  expect(html).not.toContain('again')
})

test('a fault says what to do', () => {
  const html = drawn(new ApiError(errorCode('databaseDown'), 'The database is not available'))
  expect(html).toContain('role="alert"')
  expect(html).toContain('The database is not available. ')
})
