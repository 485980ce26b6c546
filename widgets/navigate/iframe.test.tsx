import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { setLanguage } from '../../ui/language.ts'
import { type InnerPage, type PageHost, stillHost } from '../host/page-host.ts'
import { parsed } from '../widget.ts'
import iframe from './iframe.tsx'

beforeAll(() => setLanguage('en'))

const host: PageHost = {
  ...stillHost,
  paramsIn: (text) => Object.fromEntries(new URLSearchParams(text.replace('{tag}', 'P-302'))),
  Page: (of: InnerPage) => <pre>{JSON.stringify(of)}</pre>,
}

function drawn(data: Record<string, unknown>, mode: 'run' | 'edit' = 'run'): string {
  const Draw = iframe.Draw as (props: object) => React.ReactNode
  const of = { ...parsed(iframe, { data }), mode, host }
  return renderToString(<Draw {...of} />).replaceAll('&quot;', '"')
}
const inner = (data: Record<string, unknown>) => JSON.parse(drawn(data).replace(/<[^>]+>/g, '')) as InnerPage

test('an embedded page receives its parameters, with those of the page around it filled in', () => {
  const data = { pageId: 7, params: 'pump=pump2&tag={tag}' }
  expect(inner(data)).toEqual({ pageId: 7, params: { pump: 'pump2', tag: 'P-302' }, fit: 'whole', scrolling: 'auto' })
})

test('a page of the project is shown like a page of a device', () =>
  expect(inner({ type: 'main', mainId: 3, pageId: 9 })).toMatchObject({ pageId: 9, params: {} }))

test('a page is found by its configuration number, and `pageId` has priority', () => {
  expect(inner({ configId: 12 })).toMatchObject({ pageId: 12 })
  expect(inner({ configId: 12, pageId: 9 })).toMatchObject({ pageId: 9 })
})

test('the page is fitted whole by default, and otherwise scrolls unless that is turned off', () => {
  expect(inner({ pageId: 7, fit: 'none' })).toMatchObject({ fit: 'none', scrolling: 'auto' })
  expect(inner({ pageId: 7, fit: 'width', scrolling: 'no' })).toMatchObject({ fit: 'width', scrolling: 'no' })
})

test('the designer shows the name of the page, or that none is selected', () => {
  expect(drawn({ pageId: 7 }, 'edit')).toContain('Page 7')
  expect(drawn({})).toContain('No page selected yet')
})
