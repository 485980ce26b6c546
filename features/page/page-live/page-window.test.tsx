import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { setLanguage } from '../../../ui/language.ts'
import { PageWindow } from './page-window.tsx'

beforeAll(() => setLanguage('en'))

test('a page window has the position and size that the click defines', () => {
  const opened = { name: 'P-302', isTitled: true, pageId: 4, params: {} }
  const place = { width: 500, height: 400, left: 120, top: 80 }
  const html = renderToString(
    <PageWindow opened={{ ...opened, ...place }} Page={undefined} onClose={() => undefined} />,
  )
  expect(html).toContain('aria-label="P-302"')
  expect(html).toContain('width:500px')
  expect(html).toContain('--left:120px;--top:80px')
})
