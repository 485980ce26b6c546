import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveSentFile, spanFileName } from './download.ts'

const link = { href: '', download: '', click: vi.fn() }

beforeEach(() => {
  vi.stubGlobal('document', { createElement: () => link })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const sent = (name?: string) => {
  const headers = new Headers()
  if (name !== undefined) headers.set('content-disposition', `x; filename*=UTF-8''${encodeURIComponent(name)}`)
  return Promise.resolve(new Response('a', { headers }))
}

test.each([
  ['the name that the platform sends', '设备.xlsx', '设备.xlsx'],
  ['without characters that no file name has', 'a/../"b".json', 'a..b.json'],
  ['another name where none is left', '???.json', '7.json'],
  ['another name where none is sent', undefined, '7.json'],
])('a sent file is saved under %s', async (_, name, saved) => {
  expect(await saveSentFile('7.json', sent(name))).toBe(saved)
  expect(link).toMatchObject({ download: saved, href: 'blob:1' })
})

test('a call that fails saves no file', async () => {
  link.click.mockClear()
  await expect(saveSentFile('a', Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(link.click).not.toHaveBeenCalled()
})

test('the name of a file about a span has its first and last day in the zone', () =>
  expect(
    spanFileName('Pump: daily', { from: Date.UTC(2026, 2, 1, 20), to: Date.UTC(2026, 2, 3) }, 'Asia/Shanghai'),
  ).toBe('Pump daily 2026-03-02 2026-03-03'))
