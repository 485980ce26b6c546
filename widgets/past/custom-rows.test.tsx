// The time that a widget of a custom report shows, where an older page has stored a longer one than can be requested.
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it } from 'vitest'
import { setLanguage } from '../../ui/language.ts'
import { stillHost } from '../host/page-host.ts'
import { CustomArea } from './custom-area.tsx'
import { CustomRows } from './custom-rows.tsx'

beforeEach(() => setLanguage('en'))

const days30 = '<option value="43200" selected="">Last 30 d</option>'

it('rows of a stored range of a year show the last 30 days, and say so', () => {
  const of = { timeRange: 525_600, rollTime: 60, page: true, pageSize: 10, filterTime: true, exportExcel: false }
  expect(
    renderToStaticMarkup(<CustomRows of={of} host={stillHost} reportId={1} name="Energy" mostRows={100} />),
  ).toContain(days30)
})

it('so do curves', () => {
  const of = { timeRange: 525_600, timeFormat: '', showXRange: false, timeFilter: true, dataSelect: false }
  expect(
    renderToStaticMarkup(
      <CustomArea of={of} host={stillHost} reportId={1} plot={{} as Parameters<typeof CustomArea>[0]['plot']} />,
    ),
  ).toContain(days30)
})
