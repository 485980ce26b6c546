import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import type { PageWidget } from '../../contract/page-document.ts'
import { setLanguage } from '../../ui/language.ts'
import pie from '../complex/pie.tsx'
import { PageView } from '../host/page-view.tsx'
import { prepare } from '../host/prepare.ts'

beforeAll(() => setLanguage('en'))

function drawn(style: object): string {
  const position = { x: 0, y: 0, width: 300, height: 200, rotate: 0 }
  const stored: PageWidget = { id: 'w', widgetType: pie.type, position, style: style as PageWidget['style'] }
  const page = prepare([stored], new Map([[pie.type, pie]]), { regions: null, words: (source) => source })
  const source = { cell: () => undefined, freshness: () => 'never' as const, texts: () => null, now: () => 1 }
  return renderToString(<PageView page={page} source={source} mode="run" />)
}

test('a legend has the size and colour of its author, or of the theme', () => {
  expect(drawn({ legendFontSize: 18, legendFontColor: 'ink1' })).toContain(
    '--legend-size:18px;--legend-ink:var(--shade-ink1)',
  )
  expect(drawn({})).toContain('--legend-size:12px"')
  expect(drawn({ legendFontColor: 'url(https://example.org/a.png)' })).not.toContain('--legend-ink')
})
